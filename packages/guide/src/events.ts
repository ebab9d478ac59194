import { type LabelLanguage, visitorWords } from '@vitrine/contract'
import { maxQuestionLength } from './answer.ts'
import { findQuestionWordKind, isFillerWord } from './facts.ts'
import { getLexicon, type Lexicon } from './lexicon.ts'
import { numberPattern, parseQuestionWords, type Word } from './words.ts'

/** An event's text for visitors. Its first line is the heading. */
export interface GuideEvent {
  readonly text: string
  readonly language: LabelLanguage
}

/**
 * Indexes of events with a heading word in the question, or of all if it asks for events in
 * general.
 */
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
  return events.flatMap((event, position) =>
    asksForEvents || isNamed(event, particular, lexicon) ? position : [],
  )
}

/**
 * Whether a question is about the item, its people, or asks 'who' or 'why', which no event answers.
 */
const isAboutItem = (words: readonly Word[], lexicon: Lexicon): boolean =>
  words.some((word, position) => {
    const { itemWords, pronouns, peopleWords, determiners } = lexicon
    const kind = findQuestionWordKind(words, position, lexicon)
    if (kind === 'who' || kind === 'whom' || kind === 'why') return true
    const isThing =
      itemWords.has(word.typed) ||
      peopleWords.has(word.typed) ||
      (pronouns.has(word.typed) && !determiners.has(word.typed))
    return isThing && !isModifier(word, lexicon)
  })

/**
 * Words such as 'next Sunday', 'for families' or 'red' do not identify an event, even in headings.
 */
const isModifier = (
  { typed, stem }: Word,
  { museumPatterns, toMuseumForm, modifierStems }: Lexicon,
): boolean =>
  modifierStems.has(stem) ||
  museumPatterns.beside.some((groups) => groups.flat().includes(toMuseumForm(typed)))

function isNamed(
  { text, language }: GuideEvent,
  words: readonly Word[],
  lexicon: Lexicon,
): boolean {
  const lexiconOfEvent = getLexicon(language)
  const isIn = (part: string) => {
    const written = parseQuestionWords(part, lexiconOfEvent)
    return ({ typed }: Word) =>
      written.some((other) =>
        isSameWord({ typed, stem: lexiconOfEvent.stem(typed) }, other, lexiconOfEvent),
      )
  }
  const [heading = ''] = text.split('\n', 1)
  const naming = words.filter((word) => !isModifier(word, lexicon))
  const matchCount = words.filter(isIn(text)).length
  const missingCount = naming.filter(
    (word) => !isIn(text)(word) && !lexicon.lightStems.has(word.stem),
  ).length
  return (
    naming.some(isIn(heading)) &&
    (missingCount === 0 || (matchCount > 1 && matchCount >= missingCount))
  )
}

const minEndLength = 6

/**
 * Whether two words are forms of the same word, or (in German) one ends in the other:
 * 'Familienführung'.
 */
function isSameWord(word: Word, other: Word, { language, toMuseumForm }: Lexicon): boolean {
  const forms = [word.typed, word.stem, toMuseumForm(word.typed)]
  const others = [other.typed, other.stem, toMuseumForm(other.typed)]
  const isEnd = (form: string) =>
    language === 'de' && form.length >= minEndLength && other.typed.endsWith(form)
  return forms.some((form) => others.includes(form)) || isEnd(word.typed) || isEnd(word.stem)
}
