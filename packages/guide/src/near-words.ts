import { allowedEdits, countMissingLetters, editDistance, toLetterMask } from '@vitrine/text'

const minWordLength = 5
const minLongWordLength = 10
/** Shorter words must share their beginning, and have no letter replaced. */
const minMediumWordLength = 8
/** Longer input is no word. */
const maxTypedLength = 40
const maxDifferentLetters = 2

interface Candidate {
  readonly word: string
  /** The letters that occur in it, as bits. */
  readonly letters: number
}

/** Returns a function that finds the intended word: one typing error, or two in a long word. */
export function createNearWordFinder(
  words: Iterable<string>,
): (word: string) => string | undefined {
  const candidatesByFirstLetter = new Map<string, Candidate[]>()
  for (const word of words) {
    if (word.length < minWordLength) continue
    const first = word.charAt(0)
    const bucket = candidatesByFirstLetter.get(first) ?? []
    bucket.push({ word, letters: toLetterMask(word) })
    candidatesByFirstLetter.set(first, bucket)
  }
  return (typed) => {
    if (typed.length < minWordLength - 1 || typed.length > maxTypedLength) return undefined
    const typedLetters = toLetterMask(typed)
    let limit = typed.length < minLongWordLength ? 1 : allowedEdits(typed)
    let best: string | undefined
    for (const { word, letters } of candidatesByFirstLetter.get(typed.charAt(0)) ?? []) {
      if (limit === 0) break
      if (!mayBeMeant({ word, letters }, typed, typedLetters)) continue
      const edits = editDistance(typed, word, limit, false)
      if (edits > limit || (edits === limit && best !== undefined)) continue
      best = word
      limit = edits
    }
    return best
  }
}

/** Rules out most words before the slower edit distance. */
function mayBeMeant({ word, letters }: Candidate, typed: string, typedLetters: number): boolean {
  // 'Sped' means 'speed', but 'door' does not mean 'donor'.
  if (typed.length < minWordLength && letters !== typedLetters) return false

  if (typed.length < minMediumWordLength) {
    if (!hasSameBeginning(word, typed)) return false
    // Letters may be missing, doubled or swapped, but not replaced.
    const common = letters & typedLetters
    if (common !== letters && common !== typedLetters) return false
  }
  // 'Gestorben' does not mean 'gestochen'.
  const differences =
    countMissingLetters(typedLetters, letters, maxDifferentLetters) +
    countMissingLetters(letters, typedLetters, maxDifferentLetters)
  return differences <= maxDifferentLetters
}

/** Whether the second letters are equal, or swapped with the third. */
const hasSameBeginning = (a: string, b: string): boolean =>
  a[1] === b[1] || (a[1] === b[2] && a[2] === b[1])
