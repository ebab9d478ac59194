/** How many edits a word may be away from what was typed. */
export const allowedEdits = (typed: string): number =>
  typed.length >= 8 && hasLetter(typed) ? 2 : typed.length >= 4 && hasLetter(typed) ? 1 : 0

// One digit more or less is another year, not a typo.
const hasLetter = (text: string) => /\p{L}/u.test(text)

// Longer than any word of the index; reused, because thousands of words are compared for one that was typed.
const longest = 64
let rows = [
  new Uint8Array(longest + 1),
  new Uint8Array(longest + 1),
  new Uint8Array(longest + 1),
] as const

/**
 * The edits (a letter too many, too few, another one, or two swapped) from what was typed to a word, or to the best beginning
 * of the word; more than `max` for anything farther away. Only what is within `max` of the diagonal is worked out.
 */
export function editDistance(typed: string, word: string, max: number, toPrefix: boolean): number {
  const far = max + 1
  const columns = Math.min(
    toPrefix ? Math.min(word.length, typed.length + max) : word.length,
    longest,
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

/** Which letters a word has, as bits; several share one. */
export function letterMask(word: string): number {
  let letters = 0
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31)
  return letters
}

/** How many of the wanted letters a word lacks, counted to one more than `max`: each takes an edit at least. */
export function countMissingLetters(wanted: number, letters: number, max: number): number {
  let missing = wanted & ~letters
  let count = 0
  while (missing !== 0 && count <= max) {
    missing &= missing - 1
    count++
  }
  return count
}
