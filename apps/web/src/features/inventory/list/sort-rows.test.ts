import type { AttributeKind } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { sortRows } from './sort-rows.ts'

const sortValues = (values: string[], descending: boolean, kind?: AttributeKind) =>
  [...sortRows(values, descending, kind)].map((row) => values[row] ?? '')
const sortAscending = (values: string[], kind?: AttributeKind) => sortValues(values, false, kind)
const sortDescending = (values: string[]) => sortValues(values, true)

describe('sortRows', () => {
  it('compares numbers in texts by value', () => {
    expect(sortAscending(['A10', 'A2', 'A1'])).toEqual(['A1', 'A2', 'A10'])
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
    expect(sortAscending([...values], kind)).toEqual(expected)
  })

  it('ignores case and accents', () => {
    expect(sortAscending(['zebra', 'Émile', 'Eva', 'anna'])).toEqual([
      'anna',
      'Émile',
      'Eva',
      'zebra',
    ])
  })

  it('puts empty values last in both directions', () => {
    expect(sortAscending(['b', '', 'a', ' '])).toEqual(['a', 'b', '', ' '])
    expect(sortDescending(['b', '', 'a', ' '])).toEqual(['b', 'a', '', ' '])
  })

  it('keeps equal values in the given order in both directions', () => {
    const values = ['x', 'a', 'x', 'a']
    expect([...sortRows(values, false)]).toEqual([1, 3, 0, 2])
    expect([...sortRows(values, true)]).toEqual([0, 2, 1, 3])
  })
})
