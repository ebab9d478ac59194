/**
 * The rows from the lowest value to the highest, or the other way round; without a value they come last.
 * Keys that compare as plain strings, because comparing a hundred thousand names by the rules of a language
 * takes seconds.
 */
export function sortOrder(values: readonly string[], descending: boolean): Uint32Array {
  const keys = values.map(sortKey)
  const filled = rowsWhere(keys, (key) => key !== '')
  const direction = descending ? -1 : 1
  filled.sort((a, b) => {
    const [one = '', other = ''] = [keys[a], keys[b]]
    if (one === other) return a - b
    return one < other ? -direction : direction
  })
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

/** Without accents and case; numbers as long as any, so that A2 stands before A10. */
const sortKey = (value: string): string =>
  value
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .trim()
    .replaceAll(/\d+/g, (digits) => digits.padStart(12, '0'))
