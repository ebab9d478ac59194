import { type AttributeKind, compareKeys, parseNumber, toSortKey } from '@vitrine/contract'

/** What is no number comes after the numbers. */
const numberKey = (text: string): string => {
  const number = parseNumber(text)
  return number === undefined
    ? toSortKey(text) && `~${toSortKey(text)}`
    : number.toFixed(6).padStart(24, '0')
}

/** 'um 1950' sorts between 1949 and 1951. */
const yearKey = (text: string): string => {
  const year = /\d{4}/.exec(text)?.[0]
  return year ? `${year} ${toSortKey(text)}` : numberKey(text)
}

const keyMakers: Partial<Record<AttributeKind, (text: string) => string>> = {
  number: numberKey,
  year: yearKey,
}

/** The rows from the lowest value to the highest, or the other way round; without a value they come last. */
export function sortRows(
  values: readonly string[],
  descending: boolean,
  kind: AttributeKind = 'text',
): Uint32Array {
  const keys = values.map(keyMakers[kind] ?? toSortKey)
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
