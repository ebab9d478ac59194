import { type AttributeKind, compareKeys, parseNumber, toSortKey } from '@vitrine/contract'

/** Sort key that puts texts without a number after the numbers. */
const numberKey = (text: string): string => {
  const number = parseNumber(text)
  if (number !== undefined) return number.toFixed(6).padStart(24, '0')
  const key = toSortKey(text)
  return key && `~${key}`
}

/** Sort key that puts 'um 1950' between 1949 and 1951. */
const yearKey = (text: string): string => {
  const year = /\d{4}/.exec(text)?.[0]
  return year ? `${year} ${toSortKey(text)}` : numberKey(text)
}

const keyFunctions: Partial<Record<AttributeKind, (text: string) => string>> = {
  number: numberKey,
  year: yearKey,
}

/** Returns the row indexes in the order of their values; rows without a value come last. */
export function sortRows(
  values: readonly string[],
  descending: boolean,
  kind: AttributeKind = 'text',
): Uint32Array {
  const keys = values.map(keyFunctions[kind] ?? toSortKey)
  const filled = rowsWhere(keys, (key) => key !== '')
  const direction = descending ? -1 : 1
  filled.sort((a, b) => direction * compareKeys(keys[a] ?? '', keys[b] ?? '') || a - b)
  const order = new Uint32Array(values.length)
  order.set(filled)
  order.set(
    rowsWhere(keys, (key) => key === ''),
    filled.length,
  )
  return order
}

export const originalOrder = (length: number): Uint32Array =>
  Uint32Array.from({ length }, (_, row) => row)

const rowsWhere = (keys: readonly string[], test: (key: string) => boolean): Uint32Array =>
  originalOrder(keys.length).filter((row) => test(keys[row] ?? ''))
