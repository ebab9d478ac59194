import { splitFoldedWords } from '@vitrine/text'
import type { Lexicon, QuestionWordKind } from './lexicon.ts'
import { foldUmlautSpelling } from './stem.ts'
import { answerKindFlags, type IndexedSentence, type TextIndex } from './text-index.ts'

export interface Quote {
  readonly index: number
  readonly text: string
}

/** What a question wants to know of the text. */
export interface QuoteQuery {
  /** What a sentence must hold, all of it; without any, nothing is quoted. */
  readonly requiredTerms: readonly string[]
  /** Where that is one word: as it was typed. */
  readonly exactWord: string | null
  /** Where that word says too little alone: words for the item, of which one must stand beside it. */
  readonly itemTerms: readonly string[] | null
  /** Words that texts say in many ways ('get', 'find'): they choose between sentences. */
  readonly rankingTerms: readonly string[]
  /** What it asks the number of. */
  readonly countedTerms: readonly string[]
  readonly asking: ReadonlySet<QuestionWordKind>
  /** It asks for a number. */
  readonly asksNumber: boolean
  /** It asks for a name. */
  readonly asksName: boolean
  /** It asks how long or how far: a time or a number tells it. */
  readonly asksExtent: boolean
  /** Words of which one must be there, where it asks for a measure of something else than the item ('weighs', 'deep'). */
  readonly measureStems: readonly string[]
}

const maxQuotes = 2

/** At most two sentences that hold all that was asked about, in the order of the text. */
export function findQuotes(index: TextIndex, query: QuoteQuery): Quote[] {
  const { requiredTerms, rankingTerms } = query
  if (requiredTerms.length === 0) return []
  return index.sentences
    .flatMap((sentence, at) => {
      const score = rankingTerms.filter((term) => sentence.terms.has(term)).length
      return isAnswer(sentence, query, index.lexicon)
        ? [{ index: at, text: sentence.text, score }]
        : []
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, maxQuotes)
    .sort((a, b) => a.index - b.index)
    .map(({ index: at, text }) => ({ index: at, text }))
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

/** 'Restaurant' shares its stem with 'restore': a word alone must be written as it was asked, but for a short ending. */
const isForm = (word: string, asked: string): boolean =>
  Math.abs(word.length - asked.length) < 3 && (word.startsWith(asked) || asked.startsWith(word))
