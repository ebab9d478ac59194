import { type LabelLanguage, visitorWords } from '@vitrine/contract'
import { maxQuestion } from './answer.ts'
import { askedAt, saysNothing } from './facts.ts'
import { type Lexicon, lexiconOf } from './lexicon.ts'
import { isNumber, questionWords, type Word } from './words.ts'

/** An event as a visitor reads it; its first line is its heading. */
export interface GuideEvent {
  readonly text: string
  readonly language: LabelLanguage
}

/** The indexes of the events that a question names by a word of their heading; of all, where it asks for events as such. */
export function eventsAsked(
  question: string,
  events: readonly GuideEvent[],
  language: LabelLanguage,
): number[] {
  const lexicon = lexiconOf(language)
  const words = questionWords(question.slice(0, maxQuestion), lexicon)
  if (asksOfItem(words, lexicon)) return []
  const { allEvents, events: comingUp } = visitorWords[language].museum
  const isIn = (part: string) => {
    const written = questionWords(part, lexicon)
    return (word: Word) => written.some((other) => isSame(word, other, lexicon))
  }
  const content = words.filter(
    (word) => !saysNothing(word.typed, lexicon) && !isNumber.test(word.typed),
  )
  const particular = content.filter((word) => !isIn(allEvents)(word) && !isIn(comingUp)(word))
  const asksForEvents =
    particular.every((word) => goesBeside(word, lexicon)) && content.some(isIn(allEvents))
  return events.flatMap((event, at) =>
    asksForEvents || isNamed(event, particular, lexicon) ? at : [],
  )
}

/** Of the thing or the people before the visitor, or for a person or a reason, which no event tells. */
const asksOfItem = (words: readonly Word[], lexicon: Lexicon): boolean =>
  words.some((word, at) => {
    const { itemWords, thing, people, determiners } = lexicon
    const kind = askedAt(words, at, lexicon)
    if (kind === 'who' || kind === 'whom' || kind === 'why') return true
    const isThing =
      itemWords.has(word.typed) ||
      people.has(word.typed) ||
      (thing.has(word.typed) && !determiners.has(word.typed))
    return isThing && !goesBeside(word, lexicon)
  })

/** 'Next Sunday', 'for families', 'red': they may stand in a heading as well, but name no event. */
const goesBeside = ({ typed, stem }: Word, { museum, visitWord, beside }: Lexicon): boolean =>
  beside.has(stem) || museum.beside.some((groups) => groups.flat().includes(visitWord(typed)))

function isNamed(
  { text, language }: GuideEvent,
  words: readonly Word[],
  lexicon: Lexicon,
): boolean {
  const spoken = lexiconOf(language)
  const isIn = (part: string) => {
    const written = questionWords(part, spoken)
    return ({ typed }: Word) =>
      written.some((other) => isSame({ typed, stem: spoken.stem(typed) }, other, spoken))
  }
  const [heading = ''] = text.split('\n', 1)
  const naming = words.filter((word) => !goesBeside(word, lexicon))
  const found = words.filter(isIn(text)).length
  const missing = naming.filter((word) => !isIn(text)(word) && !lexicon.light.has(word.stem)).length
  return naming.some(isIn(heading)) && (missing === 0 || (found > 1 && found >= missing))
}

const shortestEnd = 6

/** Whether two words are forms of one; German puts words together: 'Führung' is in 'Familienführung'. */
function isSame(word: Word, other: Word, { language, visitWord }: Lexicon): boolean {
  const forms = [word.typed, word.stem, visitWord(word.typed)]
  const others = [other.typed, other.stem, visitWord(other.typed)]
  const isEnd = (form: string) =>
    language === 'de' && form.length >= shortestEnd && other.typed.endsWith(form)
  return forms.some((form) => others.includes(form)) || isEnd(word.typed) || isEnd(word.stem)
}
