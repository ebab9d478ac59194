import { splitFoldedWords } from '@vitrine/text'
import type { Asking, Lexicon } from './lexicon.ts'
import { plainWord } from './stem.ts'
import { holding, type Sentence, type TextIndex } from './text-index.ts'

export interface Quote {
  readonly index: number
  readonly text: string
}

/** What a question wants to know of the text. */
export interface Query {
  /** What a sentence must hold, all of it; without any, nothing is quoted. */
  readonly needed: readonly string[]
  /** Where that is one word: as it was typed. */
  readonly written: string | null
  /** Where that word says too little alone: words for the item, of which one must stand beside it. */
  readonly beside: readonly string[] | null
  /** Words that texts say in many ways ('get', 'find'): they choose between sentences. */
  readonly light: readonly string[]
  /** What it asks the number of. */
  readonly counted: readonly string[]
  readonly asking: ReadonlySet<Asking>
  /** It asks for a number. */
  readonly number: boolean
  /** It asks for a name. */
  readonly naming: boolean
  /** It asks how long or how far: a time or a number tells it. */
  readonly isFar: boolean
  /** Words of which one must be there, where it asks for a measure of something else than the item ('weighs', 'deep'). */
  readonly measure: readonly string[]
}

const most = 2

/** At most two sentences that hold all that was asked about, in the order of the text. */
export function findQuotes(index: TextIndex, query: Query): Quote[] {
  const { needed, light } = query
  if (needed.length === 0) return []
  return index.sentences
    .flatMap((sentence, at) => {
      const score = light.filter((term) => sentence.terms.has(term)).length
      return isAnswer(sentence, query, index.lexicon)
        ? [{ index: at, text: sentence.text, score }]
        : []
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .sort((a, b) => a.index - b.index)
    .map(({ index: at, text }) => ({ index: at, text }))
}

function isAnswer(
  { text, terms, counted, holds }: Sentence,
  query: Query,
  { language, same }: Lexicon,
): boolean {
  const { needed, written, beside, asking, number, naming, isFar } = query
  const measure = query.measure.map((stem) => (same.has(stem) ? `=${same.get(stem)}` : `~${stem}`))
  const holdsOne = (some: readonly string[]) => some.some((term) => terms.has(term))
  return (
    needed.every((term) => terms.has(term)) &&
    query.counted.every((term) => counted.has(term)) &&
    (!number || (holds & (isFar ? holding.number | holding.time : holding.number)) !== 0) &&
    (!asking.has('when') || (holds & holding.time) !== 0) &&
    (!naming || (holds & holding.name) !== 0) &&
    (beside === null || holdsOne(beside)) &&
    (measure.length === 0 || holdsOne(measure)) &&
    (written === null ||
      splitFoldedWords(text).some((word) => isForm(plainWord(word, language), written)))
  )
}

/** 'Restaurant' shares its stem with 'restore': a word alone must be written as it was asked, but for a short ending. */
const isForm = (word: string, asked: string): boolean =>
  Math.abs(word.length - asked.length) < 3 && (word.startsWith(asked) || asked.startsWith(word))
