import { type AttributeKind, compareKeys, parseNumber, toSortKey } from '@vitrine/contract'

/** Sort key that puts texts without a number after the numbers. */
const toNumberKey = (text: string): string => {
  const number = parseNumber(text)
  // As long for every number, so that the texts sort like the numbers.
  if (number !== undefined) return number.toFixed(6).padStart(24, '0')

  const key = toSortKey(text)
  return key && `~${key}`
}

/** Sort key that puts 'um 1950' between 1949 and 1951. */
const toYearKey = (text: string): string => {
  const year = /\d{4}/.exec(text)?.[0]
  return year ? `${year} ${toSortKey(text)}` : toNumberKey(text)
}

const keyFunctions: Partial<Record<AttributeKind, (text: string) => string>> = {
  number: toNumberKey,
  year: toYearKey,
}

/** Returns the row indexes in the order of their values; rows without a value come last. */
export function sortRows(
  values: readonly string[],
  descending: boolean,
  kind: AttributeKind = 'text',
): Uint32Array {
  const keys = values.map(keyFunctions[kind] ?? toSortKey)
  const direction = descending ? -1 : 1
  const rowsWithValue = findRows(keys, (key) => key !== '')
  rowsWithValue.sort(
    (rowA, rowB) => direction * compareKeys(keys[rowA] ?? '', keys[rowB] ?? '') || rowA - rowB,
  )
  const rowsWithoutValue = findRows(keys, (key) => key === '')

  const sortedRows = new Uint32Array(values.length)
  sortedRows.set(rowsWithValue)
  sortedRows.set(rowsWithoutValue, rowsWithValue.length)
  return sortedRows
}

/** Row indexes from 0. */
export const originalOrder = (length: number): Uint32Array =>
  Uint32Array.from({ length }, (_, row) => row)

const findRows = (keys: readonly string[], test: (key: string) => boolean): Uint32Array =>
  originalOrder(keys.length).filter((row) => test(keys[row] ?? ''))
