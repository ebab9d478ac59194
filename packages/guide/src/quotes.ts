import { splitFoldedWords } from '@vitrine/text'
import type { QuestionWordKind } from './concepts.ts'
import type { Lexicon } from './lexicon.ts'
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
  /** The required word as typed, if it is the only one. */
  readonly exactWord: string | null
  /** Words for the item, of which one must occur as well if the required words are too vague. */
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
  /**
   * Stems of which one must occur if a measure of something else is asked for ('weighs', 'deep').
   */
  readonly measureStems: readonly string[]
}

const maxQuotes = 2

/** Finds at most two sentences that match the query, in the order of the text. */
export function findQuotes(index: TextIndex, query: QuoteQuery): Quote[] {
  const { requiredTerms, rankingTerms } = query
  if (requiredTerms.length === 0) return []
  const scoreSentence = ({ terms }: IndexedSentence) =>
    rankingTerms.filter((term) => terms.has(term)).length

  return index.sentences
    .map((sentence, position) => ({ index: position, sentence }))
    .filter(({ sentence }) => isAnswer(sentence, query, index.lexicon))
    .sort((a, b) => scoreSentence(b.sentence) - scoreSentence(a.sentence))
    .slice(0, maxQuotes)
    .sort((a, b) => a.index - b.index)
    .map(({ index: position, sentence: { text } }) => ({ index: position, text }))
}

function isAnswer(
  { text, terms, countedTerms, answerKinds }: IndexedSentence,
  query: QuoteQuery,
  { language, synonymHeads }: Lexicon,
): boolean {
  const { requiredTerms, exactWord, itemTerms, asking, asksNumber, asksName, asksExtent } = query
  const measureStems = query.measureStems.map((stem) =>
    synonymHeads.has(stem) ? `=${synonymHeads.get(stem)}` : `~${stem}`,
  )
  const containsAny = (candidates: readonly string[]) => candidates.some((term) => terms.has(term))
  const { number, time, name } = answerKindFlags
  const hasKind = (flags: number) => (answerKinds & flags) !== 0
  const containsForm = (asked: string) =>
    splitFoldedWords(text).some((word) => isForm(foldUmlautSpelling(word, language), asked))
  return (
    requiredTerms.every((term) => terms.has(term)) &&
    query.countedTerms.every((term) => countedTerms.has(term)) &&
    (!asksNumber || hasKind(asksExtent ? number | time : number)) &&
    (!asking.has('when') || hasKind(time)) &&
    (!asksName || hasKind(name)) &&
    (itemTerms === null || containsAny(itemTerms)) &&
    (measureStems.length === 0 || containsAny(measureStems)) &&
    (exactWord === null || containsForm(exactWord))
  )
}

/**
 * Stricter than comparing stems, which 'restaurant' and 'restore' share: only short endings differ.
 */
const isForm = (word: string, asked: string): boolean =>
  Math.abs(word.length - asked.length) < 3 && (word.startsWith(asked) || asked.startsWith(word))
