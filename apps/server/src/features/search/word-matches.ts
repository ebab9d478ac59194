import {
  allowedEdits,
  containsFilterPart,
  countMissingLetters,
  editDistance,
  toLetterMask,
} from '@vitrine/text'
import type { WordIndex } from './word-index.ts'

/**
 * Costs by kind of match, per typing error and per rank of the field; the cheapest records come
 * first.
 */
export const matchCosts = { exact: 0, prefix: 2, within: 4, perEdit: 60, perRank: 10 }
/** Cost of words that do not match: the highest in a byte. */
export const unmatchedCost = 0xff

/** Shortest text that matches inside a word or at its end. */
const minWithinLength = 3

export interface MatchOptions {
  /** Whether this is the last word, which may not be typed completely. */
  readonly isLast?: boolean
  /** Matches a number as a whole: '13' finds 'LM 013', but not '1913'. */
  readonly isWholeNumber?: boolean
  /** Whether words with typing errors match, too. */
  readonly withEdits?: boolean
}

/** Finds the words of the index that match a typed word; returns costs by word id. */
export function matchWords(
  { words, letters }: WordIndex,
  typed: string,
  { isLast = false, isWholeNumber = false, withEdits = false }: MatchOptions,
): Map<number, number> {
  const matched = new Map<number, number>()
  const wanted = toLetterMask(typed)
  const maxEdits = withEdits ? allowedEdits(typed) : 0
  for (let wordId = 0; wordId < words.length; wordId++) {
    const lettersOfWord = letters[wordId] ?? 0
    // A fast check without a call, because most words lack a letter.
    if (maxEdits === 0 && (wanted & ~lettersOfWord) !== 0) continue
    const missing = countMissingLetters(wanted, lettersOfWord, maxEdits)
    if (missing > maxEdits) continue
    const word = words[wordId] ?? ''
    const position = missing === 0 ? word.indexOf(typed) : -1
    const isPartOfNumber =
      position >= 0 && isWholeNumber && !containsFilterPart(word, { text: typed, kind: 'number' })
    if (isPartOfNumber) continue

    if (position === 0)
      matched.set(wordId, word.length === typed.length ? matchCosts.exact : matchCosts.prefix)
    else if (position > 0 && (isWholeNumber || typed.length >= minWithinLength))
      matched.set(wordId, matchCosts.within)
    else if (position < 0 && maxEdits > 0) {
      const edits = editDistance(typed, word, maxEdits, isLast)
      if (edits <= maxEdits) matched.set(wordId, edits * matchCosts.perEdit)
    }
  }
  return matched
}

/**
 * Finds the words of the index that begin or end as typed; returns the costs of all words by id,
 * and the number of records with a word that matches.
 */
export function matchWordEnds(
  { words, letters, postings }: WordIndex,
  typed: string,
  end: 'endsWith' | 'startsWith',
) {
  const costById = new Uint8Array(words.length).fill(unmatchedCost)
  const wanted = toLetterMask(typed)
  const wordIds: number[] = []
  let recordCount = 0
  for (let wordId = 0; wordId < words.length; wordId++) {
    if ((wanted & ~(letters[wordId] ?? 0)) !== 0) continue
    const word = words[wordId] ?? ''
    const isTooShort = end === 'endsWith' && typed.length < minWithinLength && word !== typed
    if (isTooShort || !word[end](typed)) continue

    const partialCost = end === 'startsWith' ? matchCosts.prefix : matchCosts.within
    costById[wordId] = word.length === typed.length ? matchCosts.exact : partialCost
    wordIds.push(wordId)
    recordCount += postings[wordId]?.length ?? 0
  }
  return { costById, wordIds, recordCount }
}
