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
  const isAnyEvent = createWordTest(allEvents, lexicon)
  const isUpcoming = createWordTest(comingUp, lexicon)
  const contentWords = words.filter(
    (word) => !isFillerWord(word.typed, lexicon) && !numberPattern.test(word.typed),
  )
  const specificWords = contentWords.filter((word) => !isAnyEvent(word) && !isUpcoming(word))
  const asksForAllEvents =
    specificWords.every((word) => isModifier(word, lexicon)) && contentWords.some(isAnyEvent)
  return [...events.keys()].filter((index) => {
    const event = events[index]
    return asksForAllEvents || (event && isNamed(event, specificWords, lexicon))
  })
}

/** Returns a function that tells whether a text contains a word in any form. */
function createWordTest(text: string, lexicon: Lexicon): (word: Word) => boolean {
  const textWords = parseQuestionWords(text, lexicon)
  return (word) => textWords.some((textWord) => isSameWord(word, textWord, lexicon))
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
  const eventLexicon = getLexicon(language)
  /** Stems the question's word in the language of the event. */
  const createEventWordTest = (part: string) => {
    const isInPart = createWordTest(part, eventLexicon)
    return ({ typed }: Word) => isInPart({ typed, stem: eventLexicon.stem(typed) })
  }
  const [heading = ''] = text.split('\n', 1)
  const isInText = createEventWordTest(text)
  const namingWords = words.filter((word) => !isModifier(word, lexicon))
  if (!namingWords.some(createEventWordTest(heading))) return false

  const matchCount = words.filter(isInText).length
  const missingCount = namingWords.filter(
    (word) => !isInText(word) && !lexicon.lightStems.has(word.stem),
  ).length
  return missingCount === 0 || (matchCount > 1 && matchCount >= missingCount)
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
