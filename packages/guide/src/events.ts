import { type LabelLanguage, visitorWords } from '@vitrine/contract'
import { maxQuestionLength } from './answer.ts'
import { isFillerWord, questionWordKindAt } from './facts.ts'
import { getLexicon, type Lexicon } from './lexicon.ts'
import { numberPattern, parseQuestionWords, type Word } from './words.ts'

/** An event as a visitor reads it; its first line is its heading. */
export interface GuideEvent {
  readonly text: string
  readonly language: LabelLanguage
}

/** The indexes of the events that a question names by a word of their heading; of all, where it asks for events as such. */
export function matchAskedEvents(
  question: string,
  events: readonly GuideEvent[],
  language: LabelLanguage,
): number[] {
  const lexicon = getLexicon(language)
  const words = parseQuestionWords(question.slice(0, maxQuestionLength), lexicon)
  if (isAboutItem(words, lexicon)) return []
  const { allEvents, events: comingUp } = visitorWords[language].museum
  const isIn = (part: string) => {
    const written = parseQuestionWords(part, lexicon)
    return (word: Word) => written.some((other) => isSameWord(word, other, lexicon))
  }
  const content = words.filter(
    (word) => !isFillerWord(word.typed, lexicon) && !numberPattern.test(word.typed),
  )
  const particular = content.filter((word) => !isIn(allEvents)(word) && !isIn(comingUp)(word))
  const asksForEvents =
    particular.every((word) => isModifier(word, lexicon)) && content.some(isIn(allEvents))
  return events.flatMap((event, at) =>
    asksForEvents || isNamed(event, particular, lexicon) ? at : [],
  )
}

/** Of the thing or the people before the visitor, or for a person or a reason, which no event tells. */
const isAboutItem = (words: readonly Word[], lexicon: Lexicon): boolean =>
  words.some((word, at) => {
    const { itemWords, thing, people, determiners } = lexicon
    const kind = questionWordKindAt(words, at, lexicon)
    if (kind === 'who' || kind === 'whom' || kind === 'why') return true
    const isThing =
      itemWords.has(word.typed) ||
      people.has(word.typed) ||
      (thing.has(word.typed) && !determiners.has(word.typed))
    return isThing && !isModifier(word, lexicon)
  })

/** 'Next Sunday', 'for families', 'red': they may stand in a heading as well, but name no event. */
const isModifier = (
  { typed, stem }: Word,
  { museum, toMuseumForm, beside }: Lexicon,
): boolean =>
  beside.has(stem) || museum.beside.some((groups) => groups.flat().includes(toMuseumForm(typed)))

function isNamed(
  { text, language }: GuideEvent,
  words: readonly Word[],
  lexicon: Lexicon,
): boolean {
  const spoken = getLexicon(language)
  const isIn = (part: string) => {
    const written = parseQuestionWords(part, spoken)
    return ({ typed }: Word) =>
      written.some((other) => isSameWord({ typed, stem: spoken.stem(typed) }, other, spoken))
  }
  const [heading = ''] = text.split('\n', 1)
  const naming = words.filter((word) => !isModifier(word, lexicon))
  const found = words.filter(isIn(text)).length
  const missing = naming.filter((word) => !isIn(text)(word) && !lexicon.light.has(word.stem)).length
  return naming.some(isIn(heading)) && (missing === 0 || (found > 1 && found >= missing))
}

const minEndLength = 6

/** Whether two words are forms of one; German puts words together: 'Führung' is in 'Familienführung'. */
function isSameWord(
  word: Word,
  other: Word,
  { language, toMuseumForm }: Lexicon,
): boolean {
  const forms = [word.typed, word.stem, toMuseumForm(word.typed)]
  const others = [other.typed, other.stem, toMuseumForm(other.typed)]
  const isEnd = (form: string) =>
    language === 'de' && form.length >= minEndLength && other.typed.endsWith(form)
  return forms.some((form) => others.includes(form)) || isEnd(word.typed) || isEnd(word.stem)
}
