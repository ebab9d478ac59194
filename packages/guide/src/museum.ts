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
  const typed = foldQuestionWords(question, lexicon).map((word) => ({ typed: word, stem: word }))
  const kinds = typed.map((_, position) => findQuestionWordKind(typed, position, lexicon))
  if (kinds.includes('why')) return null
  const parts = lexicon.hasSpaces
    ? splitIntoWords(question, lexicon)
    : splitIntoCharacters(question, lexicon)
  const isNamed = (subject: MuseumSubject) =>
    museumPatterns[subject].some((groups) => groups.every((group) => group.some(parts.includes)))
  const isAll = (subject: MuseumSubject) => {
    const beside = courtesies.includes(subject) ? [] : museumPatterns.beside
    return (
      parts.countUnexplained(
        new Set(
          [
            ...museumPatterns[subject],
            ...museumPatterns.greeting,
            ...museumPatterns.thanks,
            ...beside,
          ].flat(2),
        ),
      ) === 0
    )
  }
  const subject = subjects.find((candidate) => isNamed(candidate) && isAll(candidate))
  return (
    subject ??
    (!kinds.some(isPureQuestionWord) && isVisitorGroup(parts, lexicon) ? 'tickets' : null)
  )
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
  const isSeveral = new Set(visitors.filter((word) => word !== '#' && includes(word))).size > 1
  return (
    hasNumber &&
    isSeveral &&
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
  const all = foldQuestionWords(question, lexicon)
  // Ignores counts (the 25th, bus 4, two children of 12), but not years.
  const typed = all.filter((word) => !isCount(word, lexicon))
  const forms = (word: string) => [lexicon.toMuseumForm(word), `=${word}`]
  const spokenForms = new Set(typed.flatMap(forms))
  const contentWords = typed.filter(
    (word) => !lexicon.fillers.has(word) && !lexicon.questionWordKinds.has(word),
  )
  return {
    hasNumber: typed.length < all.length,
    includes: (word) => spokenForms.has(word),
    countUnexplained: (known) =>
      contentWords.filter((word) => !forms(word).some((form) => form === '#' || known.has(form)))
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

const replaceWords = (text: string, known: Iterable<string>, instead: string): string =>
  [...known]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, instead), text)
