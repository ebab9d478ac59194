import { type LabelLanguage, type MuseumTopic, museumTopics } from '@vitrine/contract'
import { splitFoldedWords } from '@vitrine/text'
import { askedAt } from './facts.ts'
import { type Lexicon, lexiconOf, onlyAsks } from './lexicon.ts'
import { plainWord } from './stem.ts'
import { isNumber, yearLike } from './words.ts'

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
  const typed = wordsIn(question, lexicon).map((word) => ({ typed: word, stem: word }))
  const kinds = typed.map((_, at) => askedAt(typed, at, lexicon))
  if (kinds.includes('why')) return null
  const said = lexicon.hasSpaces ? words(question, lexicon) : signs(question, lexicon)
  const isNamed = (subject: MuseumQuestion) =>
    museum[subject].some((groups) => groups.every((group) => group.some(said.includes)))
  const isAll = (subject: MuseumQuestion) => {
    const beside = courtesies.includes(subject) ? [] : museum.beside
    return (
      said.left(
        new Set([...museum[subject], ...museum.greeting, ...museum.thanks, ...beside].flat(2)),
      ) === 0
    )
  }
  const subject = subjects.find((one) => isNamed(one) && isAll(one))
  return subject ?? (!kinds.some(onlyAsks) && isParty(said, lexicon) ? 'tickets' : null)
}

/** 'Two adults and a child': nothing but several kinds of visitors, and how many of them. */
function isParty(
  { hasNumber, includes, left }: Said,
  { museum, fill, conjunctions }: Lexicon,
): boolean {
  // The longest list of words in the ways to ask for tickets is that of who comes.
  const [visitors = []] = museum.tickets.flat().toSorted((a, b) => b.length - a.length)
  const isSeveral = new Set(visitors.filter((word) => word !== '#' && includes(word))).size > 1
  return hasNumber && isSeveral && left(new Set([...visitors, ...fill, ...conjunctions])) === 0
}

interface Said {
  readonly hasNumber: boolean
  readonly includes: (word: string) => boolean
  /** How many of its words or signs are not among the known ones. */
  readonly left: (known: ReadonlySet<string>) => number
}

const isCount = (word: string, { numerals, unreadNumerals }: Lexicon): boolean =>
  numerals.has(word) ||
  unreadNumerals?.test(word) === true ||
  (isNumber.test(word) && !yearLike.test(word))

const wordsIn = (question: string, { language }: Lexicon) =>
  splitFoldedWords(question).map((word) => plainWord(word, language))

function words(question: string, lexicon: Lexicon): Said {
  const all = wordsIn(question, lexicon)
  // The 25th, bus 4, two children of 12; a year is history.
  const typed = all.filter((word) => !isCount(word, lexicon))
  const forms = (word: string) => [lexicon.visitWord(word), `=${word}`]
  const said = new Set(typed.flatMap(forms))
  const telling = typed.filter((word) => !lexicon.fill.has(word) && !lexicon.asking.has(word))
  return {
    hasNumber: typed.length < all.length,
    includes: (word) => said.has(word),
    left: (known) =>
      telling.filter((word) => !forms(word).some((form) => form === '#' || known.has(form))).length,
  }
}

function signs(question: string, lexicon: Lexicon): Said {
  const said = without(
    wordsIn(question, lexicon).join('').replaceAll(/\d+月/g, '#').replaceAll(/\d+/g, ''),
    lexicon.times,
    '#',
  )
  return {
    hasNumber: /\d/.test(question),
    includes: (word) => said.includes(word),
    left: (known) => without(said, [...known, '#'], '').length,
  }
}

const without = (text: string, known: Iterable<string>, instead: string): string =>
  [...known]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, instead), text)
