import type { SearchSubject } from '@vitrine/contract'
import { computeRarityWeight, keepBest, toLetterMask } from '@vitrine/text'
import { getPostingSlot, type WordIndex } from './word-index.ts'
import { matchWords } from './word-matches.ts'

/** A word of a question. */
export interface WantedWord {
  readonly typed: string
  /** Beginnings of words that match it, each with a certainty from 0 to 1. */
  readonly forms: readonly (readonly [form: string, score: number])[]
  /** Weight among the words of the question. */
  readonly weight: number
  /** Whether the word means little by itself: 'get', 'find'. */
  readonly isLight: boolean
}

export interface RankedRecord {
  readonly subject: SearchSubject
  readonly id: number
}

/**
 * Ranks the records of each subject that contain any of the words; rare words count most. Also
 * returns the words with their weights by rarity.
 */
export function rankRecords(
  index: WordIndex,
  wanted: readonly WantedWord[],
  subjects: ReadonlySet<SearchSubject>,
  maxPerSubject: number,
): { wanted: WantedWord[]; ranked: RankedRecord[] } {
  const { records, compareByAge } = index
  const totals = new Float64Array(records.length)
  const weighted = wanted.map((asked) => {
    const { word, scores, recordCount } = scoreWordOrSimilar(index, asked, subjects)
    const weight = word.weight * computeRarityWeight(recordCount, records.length)
    for (const [slot, score] of scores.entries())
      if (score > 0) totals[slot] = (totals[slot] ?? 0) + score * weight
    return { ...word, weight }
  })

  const best = new Map<SearchSubject, number[]>()
  for (const [slot, total] of totals.entries()) {
    const record = records[slot]
    if (total === 0 || !record) continue
    const slots = best.get(record.subject) ?? []
    best.set(record.subject, slots)
    keepBest(
      slots,
      slot,
      maxPerSubject,
      (a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || compareByAge(a, b),
    )
  }
  const ranked = [...best.values()].flat().flatMap((slot): RankedRecord[] => {
    const record = records[slot]
    return record ? [{ subject: record.subject, id: record.id }] : []
  })
  return { wanted: weighted, ranked }
}

const certainty = { beginning: 0.95, within: 0.75, edited: 0.6 }
const minBeginning = 4
const minWithinForm = 5
/** A longer rest is not an ending, but the second part of a compound: 'Schulklasse'. */
const maxEnding = 3
const ending = /^(?:[enst]|e[dnrst]|er[ens]|ens|i?ng|ings|nen|s?t?e[ns]?|tion)$/

/** How certainly a word of a text matches a word of a question, from 0 to 1. */
export function matchScore(word: string, { forms }: WantedWord): number {
  let best = 0
  for (const [form, score] of forms) {
    if (score <= best) continue
    const position = word.indexOf(form)
    if (position === 0 && word.length === form.length) best = score
    else if (position === 0 && isBeginning(word, form))
      best = Math.max(best, score * certainty.beginning)
    else if (position > 0 && form.length >= minWithinForm)
      best = Math.max(best, score * certainty.within)
  }
  return best
}

/**
 * Whether a word is the form with an ending or as the first part of a compound. Short forms hardly
 * ever are, and 'coule' is not the beginning of 'couleur'.
 */
function isBeginning(word: string, { length }: string): boolean {
  const rest = word.slice(length)
  return (
    length >= minBeginning &&
    (ending.test(rest) || (length >= minWithinForm && rest.length > maxEnding))
  )
}

/** In shorter words, a different letter makes a different word. */
const minEditedLength = 6
const maxSimilar = 12

/**
 * Scores a word; if no record contains it, scores the words that differ by a typing error instead.
 */
function scoreWordOrSimilar(
  index: WordIndex,
  word: WantedWord,
  subjects: ReadonlySet<SearchSubject>,
) {
  const scored = scoreWord(index, word, subjects)
  if (scored.recordCount > 0 || word.typed.length < minEditedLength) return scored

  const similar = [...matchWords(index, word.typed, { withEdits: true }).keys()].slice(
    0,
    maxSimilar,
  )
  const forms = similar.map((wordId) => [index.words[wordId] ?? '', certainty.edited] as const)
  return scoreWord(index, { ...word, forms }, subjects)
}

/** How certainly each record contains a word, by slot, and the number of these records. */
function scoreWord(
  { records, words, letters, postings }: WordIndex,
  word: WantedWord,
  subjects: ReadonlySet<SearchSubject>,
) {
  const scoreBySlot = new Float32Array(records.length)
  const wantedLetters = word.forms.map(([form]) => toLetterMask(form))
  let recordCount = 0
  for (const [wordId, known] of words.entries()) {
    const present = letters[wordId] ?? 0
    if (!wantedLetters.some((wanted) => (wanted & ~present) === 0)) continue
    const score = matchScore(known, word)
    if (score === 0) continue
    for (const posting of postings[wordId] ?? []) {
      const slot = getPostingSlot(posting)
      const record = records[slot]
      if (!record || !subjects.has(record.subject)) continue
      if (scoreBySlot[slot] === 0) recordCount++
      if (score > (scoreBySlot[slot] ?? 0)) scoreBySlot[slot] = score
    }
  }
  return { word, scores: scoreBySlot, recordCount }
}
