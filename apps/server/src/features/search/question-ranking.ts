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
  wantedWords: readonly WantedWord[],
  subjects: ReadonlySet<SearchSubject>,
  maxPerSubject: number,
): { wanted: WantedWord[]; ranked: RankedRecord[] } {
  const { records } = index
  const totalBySlot = new Float64Array(records.length)
  const weightedWords = wantedWords.map((wantedWord) => {
    const { word, scoreBySlot, recordCount } = scoreWordOrSimilar(index, wantedWord, subjects)
    const weight = word.weight * computeRarityWeight(recordCount, records.length)
    for (const [slot, score] of scoreBySlot.entries())
      if (score > 0) totalBySlot[slot] = (totalBySlot[slot] ?? 0) + score * weight
    return { ...word, weight }
  })

  const ranked: RankedRecord[] = []
  for (const slot of listBestSlots(index, totalBySlot, maxPerSubject)) {
    const record = records[slot]
    if (record) ranked.push({ subject: record.subject, id: record.id })
  }

  return { wanted: weightedWords, ranked }
}

/** The slots of the records with the highest totals of each subject; equal ones by age. */
function listBestSlots(
  { records, compareByAge }: WordIndex,
  totalBySlot: Float64Array,
  maxPerSubject: number,
): number[] {
  const compareSlots = (a: number, b: number) =>
    (totalBySlot[b] ?? 0) - (totalBySlot[a] ?? 0) || compareByAge(a, b)

  const slotsBySubject = new Map<SearchSubject, number[]>()
  for (const [slot, total] of totalBySlot.entries()) {
    const record = records[slot]
    if (total === 0 || !record) continue
    const slots = slotsBySubject.get(record.subject) ?? []
    slotsBySubject.set(record.subject, slots)
    keepBest(slots, slot, maxPerSubject, compareSlots)
  }

  return [...slotsBySubject.values()].flat()
}

/** How certain a match is, compared with 1 for the same word. */
const certainty = { beginning: 0.95, within: 0.75, edited: 0.6 }
/** Shortest form that matches the beginning of a word. */
const minBeginningLength = 4
/** Shortest form that matches inside a word or as the first part of a compound. */
const minWithinLength = 5
/** A longer rest is not an ending, but the second part of a compound: 'Schulklasse'. */
const maxEndingLength = 3
/** Frequent endings in English, German and French: 'cars', 'Bildern', 'restauration'. */
const endingPattern = /^(?:[enst]|e[dnrst]|er[ens]|ens|i?ng|ings|nen|s?t?e[ns]?|tion)$/

/** How certainly a word of a text matches a word of a question, from 0 to 1. */
export function matchScore(word: string, { forms }: WantedWord): number {
  let best = 0
  for (const [form, score] of forms) {
    if (score <= best) continue
    best = Math.max(best, score * matchCertainty(word, form))
  }
  return best
}

/** How certainly a word is a variant of a form, from 0 to 1. */
function matchCertainty(word: string, form: string): number {
  if (word === form) return 1
  const position = word.indexOf(form)
  if (position === 0 && isBeginning(word, form)) return certainty.beginning
  if (position > 0 && form.length >= minWithinLength) return certainty.within
  return 0
}

/**
 * Whether a word is the form with an ending or as the first part of a compound. Short forms hardly
 * ever are, and 'coule' is not the beginning of 'couleur'.
 */
function isBeginning(word: string, { length }: string): boolean {
  const ending = word.slice(length)
  if (length < minBeginningLength) return false
  return (
    endingPattern.test(ending) || (length >= minWithinLength && ending.length > maxEndingLength)
  )
}

/** In shorter words, a different letter makes a different word. */
const minEditedLength = 6
/** Limits the passes over the vocabulary. */
const maxSimilarWords = 12

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
    maxSimilarWords,
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
  for (const [wordId, indexedWord] of words.entries()) {
    const lettersOfWord = letters[wordId] ?? 0
    // Skips words that lack letters of each form, which is faster than comparing them.
    if (!wantedLetters.some((wanted) => (wanted & ~lettersOfWord) === 0)) continue
    const score = matchScore(indexedWord, word)
    if (score === 0) continue
    for (const posting of postings[wordId] ?? []) {
      const slot = getPostingSlot(posting)
      const record = records[slot]
      if (!record || !subjects.has(record.subject)) continue
      if (scoreBySlot[slot] === 0) recordCount++
      if (score > (scoreBySlot[slot] ?? 0)) scoreBySlot[slot] = score
    }
  }
  return { word, scoreBySlot, recordCount }
}
