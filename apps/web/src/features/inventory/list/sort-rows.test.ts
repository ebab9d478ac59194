import type { AttributeKind } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { sortRows } from './sort-rows.ts'

const sortValues = (values: string[], descending = false, kind?: AttributeKind) =>
  [...sortRows(values, descending, kind)].map((row) => values[row] ?? '')

describe('sortRows', () => {
  it('compares numbers in texts by value', () => {
    expect(sortValues(['A10', 'A2', 'A1'])).toEqual(['A1', 'A2', 'A10'])
  })

  it.each([
    [
      'number',
      ['12.5', "12'500", 'unknown', '1.25', '1.5', '85', '', '900'],
      ['1.25', '1.5', '12.5', '85', '900', "12'500", 'unknown', ''],
    ],
    [
      'year',
      ['1951', 'um 1950', 'unknown', '1949', '', '1950-04'],
      ['1949', '1950-04', 'um 1950', '1951', 'unknown', ''],
    ],
  ] as const)('sorts values of kind %s', (kind, values, expected) => {
    expect(sortValues([...values], false, kind)).toEqual(expected)
  })

  it('ignores case and accents', () => {
    expect(sortValues(['zebra', 'Émile', 'Eva', 'anna'])).toEqual(['anna', 'Émile', 'Eva', 'zebra'])
  })

  it('puts empty values last in both directions', () => {
    expect(sortValues(['b', '', 'a', ' '])).toEqual(['a', 'b', '', ' '])
    expect(sortValues(['b', '', 'a', ' '], true)).toEqual(['b', 'a', '', ' '])
  })

  it('keeps equal values in the given order in both directions', () => {
    expect([...sortRows(['x', 'a', 'x', 'a'], false)]).toEqual([1, 3, 0, 2])
    expect([...sortRows(['x', 'a', 'x', 'a'], true)]).toEqual([0, 2, 1, 3])
  })
})
