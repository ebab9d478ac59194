import { type LabelLanguage, type MuseumTopic, museumTopics } from '@vitrine/contract'
import { splitFoldedWords } from '@vitrine/text'
import { findQuestionWordKind } from './facts.ts'
import { getLexicon, isPureQuestionWord, type Lexicon } from './lexicon.ts'
import { foldUmlautSpelling } from './stem.ts'
import { numberPattern, yearPattern } from './words.ts'

/** What a question may be about, other than the item. */
export type MuseumSubject = MuseumTopic | 'contact' | 'greeting' | 'thanks'

// In order of precedence: 'Hello, and thank you' counts as thanks.
const subjects: readonly MuseumSubject[] = [...museumTopics, 'contact', 'thanks', 'greeting']
const courtesies: readonly MuseumSubject[] = ['greeting', 'thanks']

/**
 * Finds what a question asks about the museum; null if it is about anything else. Every word must
 * belong to the subject or accompany it: 'Is there a toilet in this bus?' asks for something else.
 */
export function findMuseumSubject(question: string, language: LabelLanguage): MuseumSubject | null {
  const lexicon = getLexicon(language)
  const { museumPatterns } = lexicon
  // The kind of a question word depends on its typed form only.
  const words = foldQuestionWords(question, lexicon).map((word) => ({ typed: word, stem: word }))
  const kinds = words.map((_, position) => findQuestionWordKind(words, position, lexicon))
  if (kinds.includes('why')) return null
  const parts = lexicon.hasSpaces
    ? splitIntoWords(question, lexicon)
    : splitIntoCharacters(question, lexicon)
  const matchesPattern = (subject: MuseumSubject) =>
    museumPatterns[subject].some((groups) => groups.every((group) => group.some(parts.includes)))
  const explainsEveryWord = (subject: MuseumSubject) => {
    const accompanying = courtesies.includes(subject) ? [] : museumPatterns.beside
    const { greeting, thanks } = museumPatterns
    const known = [museumPatterns[subject], greeting, thanks, accompanying].flat(3)
    return parts.countUnexplained(new Set(known)) === 0
  }
  for (const subject of subjects)
    if (matchesPattern(subject) && explainsEveryWord(subject)) return subject

  const asksForTickets = !kinds.some(isPureQuestionWord) && isVisitorGroup(parts, lexicon)
  return asksForTickets ? 'tickets' : null
}

/**
 * Whether a question only lists several kinds of visitors with numbers: 'two adults and a child'.
 */
function isVisitorGroup(
  { hasNumber, includes, countUnexplained }: QuestionParts,
  { museumPatterns, fillers, conjunctions }: Lexicon,
): boolean {
  // The longest list of words for tickets is that of kinds of visitors.
  const [visitors = []] = museumPatterns.tickets.flat().toSorted((a, b) => b.length - a.length)
  const mentioned = new Set(visitors.filter((word) => word !== '#' && includes(word)))
  return (
    hasNumber &&
    mentioned.size > 1 &&
    countUnexplained(new Set([...visitors, ...fillers, ...conjunctions])) === 0
  )
}

interface QuestionParts {
  readonly hasNumber: boolean
  readonly includes: (word: string) => boolean
  /** Number of words or characters that are not in `known`. */
  readonly countUnexplained: (known: ReadonlySet<string>) => number
}

const isCount = (word: string, { numerals, unreadNumerals }: Lexicon): boolean =>
  numerals.has(word) ||
  unreadNumerals?.test(word) === true ||
  (numberPattern.test(word) && !yearPattern.test(word))

const foldQuestionWords = (question: string, { language }: Lexicon) =>
  splitFoldedWords(question).map((word) => foldUmlautSpelling(word, language))

function splitIntoWords(question: string, lexicon: Lexicon): QuestionParts {
  const allWords = foldQuestionWords(question, lexicon)
  // Ignores counts (the 25th, bus 4, two children of 12), but not years.
  const words = allWords.filter((word) => !isCount(word, lexicon))
  const toForms = (word: string) => [lexicon.toMuseumForm(word), `=${word}`]
  const spokenForms = new Set(words.flatMap(toForms))
  const contentWords = words.filter(
    (word) => !lexicon.fillers.has(word) && !lexicon.questionWordKinds.has(word),
  )
  return {
    hasNumber: words.length < allWords.length,
    includes: (word) => spokenForms.has(word),
    countUnexplained: (known) =>
      contentWords.filter((word) => !toForms(word).some((form) => form === '#' || known.has(form)))
        .length,
  }
}

function splitIntoCharacters(question: string, lexicon: Lexicon): QuestionParts {
  const text = replaceWords(
    foldQuestionWords(question, lexicon).join('').replaceAll(/\d+月/g, '#').replaceAll(/\d+/g, ''),
    lexicon.timeWords,
    '#',
  )
  return {
    hasNumber: /\d/.test(question),
    includes: (word) => text.includes(word),
    countUnexplained: (known) => replaceWords(text, [...known, '#'], '').length,
  }
}

/** Replaces words, longest first, because short ones occur in long ones. */
function replaceWords(text: string, words: Iterable<string>, replacement: string): string {
  let result = text
  for (const word of [...words].sort((a, b) => b.length - a.length))
    result = result.replaceAll(word, replacement)
  return result
}
