import { fold } from './fold.ts'

/**
 * Text as it sorts, on the server and in the browser: folded, and numbers padded, so that A2 sorts before A10. Keys
 * compare as plain strings: comparing a hundred thousand names with Intl.Collator takes seconds, and each database has
 * an order of its own.
 */
export const toSortKey = (text: string): string =>
  fold(text)
    .trim()
    .replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'))

export const compareKeys = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Sorted by a text; equal ones stay in their order. */
export const sortByText = <T>(values: readonly T[], textOf: (value: T) => string): T[] =>
  values
    .map((value) => ({ value, key: toSortKey(textOf(value)) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ value }) => value)
