import { type LabelLanguage, type MuseumTopic, museumTopics } from '@vitrine/contract'
import { wordsOf } from '@vitrine/text'
import { type Lexicon, lexiconOf } from './lexicon.ts'
import { plainWord } from './stem.ts'

/** What visitors say that is not about the item before them. */
export type MuseumQuestion = MuseumTopic | 'contact' | 'greeting' | 'thanks'

// 'Hello, and thank you' is a thank-you.
const subjects: readonly MuseumQuestion[] = [...museumTopics, 'contact', 'thanks', 'greeting']
const courtesies: readonly MuseumQuestion[] = ['greeting', 'thanks']

/**
 * What a question asks about the museum; null for one about anything else. As with the rows of an item, every word must belong to
 * the subject or to the few that may stand beside it: 'Is there a toilet in this bus?' asks for something else.
 */
export function museumQuestion(question: string, language: LabelLanguage): MuseumQuestion | null {
  const lexicon = lexiconOf(language)
  const { museum } = lexicon
  const leftOver = lexicon.hasSpaces ? leftWords : leftSigns
  const said = plainWords(question, lexicon)
  const isNamed = (subject: MuseumQuestion) =>
    phrasesOf(museum[subject]).some((phrase) => contains(said, phrase, lexicon))
  const isAll = (subject: MuseumQuestion) => {
    const beside = courtesies.includes(subject) ? '' : museum.beside
    return leftOver(said, [museum[subject], museum.greeting, museum.thanks, beside].join(), lexicon) === 0
  }
  return subjects.find((subject) => isNamed(subject) && isAll(subject)) ?? null
}

const phrasesOf = (list: string): string[] => list.split(',')

const plainWords = (text: string, { language }: Lexicon) => wordsOf(text).map((word) => plainWord(word, language))

const contains = (said: readonly string[], phrase: string, lexicon: Lexicon): boolean => {
  const words = plainWords(phrase, lexicon)
  if (words.length === 0) return false
  return lexicon.hasSpaces ? words.every((word) => said.includes(word)) : said.join('').includes(words.join(''))
}

/** How many words do not belong. */
function leftWords(said: readonly string[], known: string, lexicon: Lexicon): number {
  const own = new Set(plainWords(known, lexicon))
  return said.filter((word) => !own.has(word) && !lexicon.fill.has(word) && !lexicon.asking.has(word)).length
}

/** How many signs are left when all that belongs is taken out. */
function leftSigns(said: readonly string[], known: string, lexicon: Lexicon): number {
  const own = phrasesOf(known)
    .map((phrase) => plainWords(phrase, lexicon).join(''))
    .filter(Boolean)
  const longestFirst = own.sort((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, phrase) => rest.replaceAll(phrase, ''), said.join('')).length
}
