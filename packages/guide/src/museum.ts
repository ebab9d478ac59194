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
  const [contains, leftOver] = lexicon.hasSpaces ? [containsWords, leftWords] : [containsSigns, leftSigns]
  const said = wordsOf(question).map((word) => plainWord(word, language))
  const isNamed = (subject: MuseumQuestion) =>
    museum[subject].some((phrase) => phrase.length > 0 && contains(said, phrase))
  const isAll = (subject: MuseumQuestion) => {
    const beside = courtesies.includes(subject) ? [] : museum.beside
    return leftOver(said, [...museum[subject], ...museum.greeting, ...museum.thanks, ...beside], lexicon) === 0
  }
  return subjects.find((subject) => isNamed(subject) && isAll(subject)) ?? null
}

type Phrase = readonly string[]

const containsWords = (said: Phrase, phrase: Phrase): boolean => phrase.every((word) => said.includes(word))
const containsSigns = (said: Phrase, phrase: Phrase): boolean => said.join('').includes(phrase.join(''))

/** How many words do not belong. */
function leftWords(said: Phrase, known: readonly Phrase[], { fill, asking }: Lexicon): number {
  const own = new Set(known.flat())
  return said.filter((word) => !own.has(word) && !fill.has(word) && !asking.has(word)).length
}

/** How many signs are left when all that belongs is taken out. */
function leftSigns(said: Phrase, known: readonly Phrase[]): number {
  const own = known.map((phrase) => phrase.join('')).filter(Boolean)
  const longestFirst = own.sort((a, b) => b.length - a.length)
  return longestFirst.reduce((rest, phrase) => rest.replaceAll(phrase, ''), said.join('')).length
}
