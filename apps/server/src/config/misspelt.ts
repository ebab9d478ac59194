import { Environment } from './environment.ts'
import type { Given } from './problems.ts'

// Shorter names resemble those of others: HOME is no slip for HOST.
const minLength = 6
const maxSlips = 2

/** Names that are most likely meant for Vitrine and unknown to it, each in a sentence. */
export function misspelt(given: Given): string[] {
  const known = Object.keys(Environment.shape).flatMap((name) => [name, `${name}_FILE`])
  return Object.keys(given)
    .filter((name) => name.length >= minLength && !known.includes(name))
    .flatMap((name) => {
      const nearest = known
        .filter((other) => Math.abs(other.length - name.length) <= maxSlips)
        .map((other) => ({ other, slips: slipsBetween(name, other) }))
        .sort((a, b) => a.slips - b.slips)[0]
      const isNear = nearest && nearest.slips <= (name.length < 8 ? 1 : maxSlips)
      return isNear ? [`${name} is no variable of Vitrine and has no effect. Is ${nearest.other} meant?`] : []
    })
}

/** The edit distance: letters to add, remove, change, or swap with their neighbour (a swap counts as one). */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    rows.push(current)
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
