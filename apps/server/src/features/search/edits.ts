/** How many edits a word may be away from what was typed. */
export const maxEditsOf = (typed: string): number =>
  typed.length >= 8 && hasLetter(typed) ? 2 : typed.length >= 4 && hasLetter(typed) ? 1 : 0

// One digit more or less is another year, not a slip of the pen.
const hasLetter = (text: string) => /\p{L}/u.test(text)

/**
 * The edits (a letter too many, too few, another one, or two swapped) from what was typed to a word, or to the best beginning
 * of the word; more than `max` for anything farther away.
 */
export function editsBetween(typed: string, word: string, max: number, toPrefix: boolean): number {
  const columns = toPrefix ? Math.min(word.length, typed.length + max) : word.length
  if (Math.abs(typed.length - columns) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: columns + 1 }, (_, index) => index)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    let least = row
    for (let column = 1; column <= columns; column++) {
      const same = typed[row - 1] === word[column - 1]
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (!same && typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1] && row > 1 && column > 1)
        edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1)
      current.push(edits)
      if (edits < least) least = edits
    }
    if (least > max) return max + 1
    beforeLast = last
    last = current
  }
  return toPrefix ? Math.min(...last.slice(Math.max(0, typed.length - max))) : (last[columns] ?? max + 1)
}
