import type { AttributeKind } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { sortRows } from './sort-rows.ts'

const sorted = (values: string[], descending = false, kind?: AttributeKind) =>
  [...sortRows(values, descending, kind)].map((row) => values[row] ?? '')

describe('the order of a column', () => {
  it('reads numbers as numbers', () => {
    expect(sorted(['A10', 'A2', 'A1'])).toEqual(['A1', 'A2', 'A10'])
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
  ] as const)('takes what is a %s as one', (kind, values, expected) => {
    expect(sorted([...values], false, kind)).toEqual(expected)
  })

  it('ignores case and accents', () => {
    expect(sorted(['zebra', 'Émile', 'Eva', 'anna'])).toEqual(['anna', 'Émile', 'Eva', 'zebra'])
  })

  it('puts what is empty last, both ways', () => {
    expect(sorted(['b', '', 'a', ' '])).toEqual(['a', 'b', '', ' '])
    expect(sorted(['b', '', 'a', ' '], true)).toEqual(['b', 'a', '', ' '])
  })

  it('leaves equal values in the order given, both ways', () => {
    expect([...sortRows(['x', 'a', 'x', 'a'], false)]).toEqual([1, 3, 0, 2])
    expect([...sortRows(['x', 'a', 'x', 'a'], true)]).toEqual([0, 2, 1, 3])
  })
})
