/** Maximum number of typing errors to tolerate in a typed word. */
export function allowedEdits(typed: string): number {
  if (typed.length < 4 || !hasLetter(typed)) return 0
  return typed.length >= 8 ? 2 : 1
}

// A changed digit makes another number, not a typo.
const hasLetter = (text: string) => /\p{L}/u.test(text)

// Longer than any indexed word. The rows are reused, because a typed word is compared with
// thousands.
const maxColumns = 64
let rows = [
  new Uint8Array(maxColumns + 1),
  new Uint8Array(maxColumns + 1),
  new Uint8Array(maxColumns + 1),
] as const

/**
 * Edit distance (insertions, deletions, replacements and swaps) from the typed text to a word, or
 * to its best prefix; `max + 1` for anything beyond `max`. Computes only cells within `max` of the
 * diagonal.
 */
export function editDistance(typed: string, word: string, max: number, toPrefix: boolean): number {
  const far = max + 1
  const columns = Math.min(
    toPrefix ? Math.min(word.length, typed.length + max) : word.length,
    maxColumns,
  )
  if (Math.abs(typed.length - columns) > max) return far
  let [beforeLast, last, current] = rows
  for (let column = 0; column <= columns; column++) last[column] = Math.min(column, far)
  for (let row = 1; row <= typed.length; row++) {
    const [from, to] = [Math.max(1, row - max), Math.min(columns, row + max)]
    const letter = typed.charCodeAt(row - 1)
    let least = Math.min(row, far)
    current[from - 1] = from === 1 ? least : far
    if (to < columns) current[to + 1] = far
    for (let column = from; column <= to; column++) {
      const other = word.charCodeAt(column - 1)
      let edits = (last[column - 1] ?? far) + (letter === other ? 0 : 1)
      edits = Math.min(edits, (last[column] ?? far) + 1, (current[column - 1] ?? far) + 1)
      if (
        row > 1 &&
        column > 1 &&
        letter === word.charCodeAt(column - 2) &&
        typed.charCodeAt(row - 2) === other
      )
        edits = Math.min(edits, (beforeLast[column - 2] ?? far) + 1)
      current[column] = edits
      if (edits < least) least = edits
    }
    if (least > max && from > 1) return far
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  rows = [beforeLast, last, current]
  let best = last[columns] ?? far
  if (toPrefix)
    for (let end = Math.max(0, typed.length - max); end < columns; end++)
      best = Math.min(best, last[end] ?? far)
  return Math.min(best, far)
}

/** Bit mask of the letters in a word; several letters share a bit. */
export function toLetterMask(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31)
  return letters
}

/** Number of wanted bits that are missing, up to `max + 1`: a lower bound of the edit distance. */
export function countMissingLetters(wanted: number, letters: number, max: number): number {
  let missing = wanted & ~letters
  let count = 0
  while (missing !== 0 && count <= max) {
    missing &= missing - 1
    count++
  }
  return count
}
