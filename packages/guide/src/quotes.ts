import { splitFoldedWords } from '@vitrine/text'
import type { Lexicon, QuestionWordKind } from './lexicon.ts'
import { foldUmlautSpelling } from './stem.ts'
import { answerKindFlags, type IndexedSentence, type TextIndex } from './text-index.ts'

export interface Quote {
  readonly index: number
  readonly text: string
}

/** A search for answering sentences. */
export interface QuoteQuery {
  /** Terms that a sentence must contain. If empty, nothing is quoted. */
  readonly requiredTerms: readonly string[]
  /** If only one word is required: that word as typed. */
  readonly exactWord: string | null
  /** If the required words are too vague: words for the item, of which one must occur as well. */
  readonly itemTerms: readonly string[] | null
  /** Vague words ('get', 'find'), which only rank the sentences. */
  readonly rankingTerms: readonly string[]
  /** Terms whose number is asked for. */
  readonly countedTerms: readonly string[]
  readonly asking: ReadonlySet<QuestionWordKind>
  readonly asksNumber: boolean
  readonly asksName: boolean
  /** Asks 'how long' or 'how far', which a time or a number answers. */
  readonly asksExtent: boolean
  /** One of these must occur if a measure of something else is asked for ('weighs', 'deep'). */
  readonly measureStems: readonly string[]
}

const maxQuotes = 2

/** Finds at most two sentences that match the query, in the order of the text. */
export function findQuotes(index: TextIndex, query: QuoteQuery): Quote[] {
  const { requiredTerms, rankingTerms } = query
  if (requiredTerms.length === 0) return []
  return index.sentences
    .flatMap((sentence, position) => {
      const score = rankingTerms.filter((term) => sentence.terms.has(term)).length
      return isAnswer(sentence, query, index.lexicon)
        ? [{ index: position, text: sentence.text, score }]
        : []
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, maxQuotes)
    .sort((a, b) => a.index - b.index)
    .map(({ index: position, text }) => ({ index: position, text }))
}

function isAnswer(
  { text, terms, countedTerms, answerKinds }: IndexedSentence,
  query: QuoteQuery,
  { language, same }: Lexicon,
): boolean {
  const { requiredTerms, exactWord, itemTerms, asking, asksNumber, asksName, asksExtent } = query
  const measureStems = query.measureStems.map((stem) =>
    same.has(stem) ? `=${same.get(stem)}` : `~${stem}`,
  )
  const holdsOne = (some: readonly string[]) => some.some((term) => terms.has(term))
  return (
    requiredTerms.every((term) => terms.has(term)) &&
    query.countedTerms.every((term) => countedTerms.has(term)) &&
    (!asksNumber ||
      (answerKinds &
        (asksExtent ? answerKindFlags.number | answerKindFlags.time : answerKindFlags.number)) !==
        0) &&
    (!asking.has('when') || (answerKinds & answerKindFlags.time) !== 0) &&
    (!asksName || (answerKinds & answerKindFlags.name) !== 0) &&
    (itemTerms === null || holdsOne(itemTerms)) &&
    (measureStems.length === 0 || holdsOne(measureStems)) &&
    (exactWord === null ||
      splitFoldedWords(text).some((word) => isForm(foldUmlautSpelling(word, language), exactWord)))
  )
}

/**
 * Stricter than comparing stems, which 'restaurant' and 'restore' share: only short endings differ.
 */
const isForm = (word: string, asked: string): boolean =>
  Math.abs(word.length - asked.length) < 3 && (word.startsWith(asked) || asked.startsWith(word))
