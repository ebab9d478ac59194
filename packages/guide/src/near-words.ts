import { allowedEdits, countMissingLetters, editDistance, toLetterMask } from '@vitrine/text'

const minWordLength = 5
const minLongWordLength = 10

/** Returns a function that finds the intended word: one typing error, or two in a long word. */
export function createNearWordFinder(
  words: Iterable<string>,
): (word: string) => string | undefined {
  const byFirst = new Map<string, { word: string; letters: number }[]>()
  for (const word of words) {
    if (word.length < minWordLength) continue
    const first = word.charAt(0)
    const bucket = byFirst.get(first) ?? []
    bucket.push({ word, letters: toLetterMask(word) })
    byFirst.set(first, bucket)
  }
  return (typed) => {
    if (typed.length < minWordLength - 1 || typed.length > 40) return undefined
    const typedLetters = toLetterMask(typed)
    let limit = typed.length < minLongWordLength ? 1 : allowedEdits(typed)
    let best: string | undefined
    const isShort = typed.length < 8
    for (const { word, letters } of byFirst.get(typed.charAt(0)) ?? []) {
      if (limit === 0) break
      if (isShort && !hasSameBeginning(word, typed)) continue
      // 'Sped' means 'speed', but 'door' does not mean 'donor'.
      if (typed.length < minWordLength && letters !== typedLetters) continue
      // In a short word, letters may be missing, doubled or swapped, but not replaced.
      if (
        isShort &&
        (letters & typedLetters) !== letters &&
        (letters & typedLetters) !== typedLetters
      )
        continue
      // 'Gestorben' does not mean 'gestochen': not more than two letters may differ.
      if (
        countMissingLetters(typedLetters, letters, 2) +
          countMissingLetters(letters, typedLetters, 2) >
        2
      )
        continue
      const edits = editDistance(typed, word, limit, false)
      if (edits > limit || (edits === limit && best !== undefined)) continue
      best = word
      limit = edits
    }
    return best
  }
}

/** Whether the second letters are equal, or swapped with the third. */
const hasSameBeginning = (a: string, b: string): boolean =>
  a[1] === b[1] || (a[1] === b[2] && a[2] === b[1])
