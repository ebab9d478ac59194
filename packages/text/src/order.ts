import { fold } from './fold.ts'

/**
 * Sort key of a text for server and browser: folded, with padded numbers, so that A2 sorts before
 * A10. Keys are compared as plain strings, because Intl.Collator takes seconds for a hundred
 * thousand names and each database collates differently.
 */
export const toSortKey = (text: string): string =>
  fold(text)
    .trim()
    .replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'))

export function compareKeys(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Sorts by a text. The sort is stable. */
export const sortByText = <T>(values: readonly T[], textOf: (value: T) => string): T[] =>
  values
    .map((value) => ({ value, key: toSortKey(textOf(value)) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ value }) => value)
