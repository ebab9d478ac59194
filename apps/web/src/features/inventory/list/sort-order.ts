import { compareKeys, sortKey } from '@vitrine/contract'

/** The rows from the lowest value to the highest, or the other way round; without a value they come last. */
export function sortOrder(values: readonly string[], descending: boolean): Uint32Array {
  const keys = values.map(sortKey)
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

export const givenOrder = (length: number): Uint32Array => Uint32Array.from({ length }, (_, row) => row)

const rowsWhere = (keys: readonly string[], test: (key: string) => boolean): Uint32Array =>
  givenOrder(keys.length).filter((row) => test(keys[row] ?? ''))
