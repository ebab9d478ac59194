import { filterRows } from '@vitrine/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowFilter } from './row-filter.ts'

const giulia = 'alfa romeo giulia'
const fiat = 'fiat 500'
const aurelia = 'lancia aurelia'
const spider = 'alfa romeo spider'
const citroen = 'citroen ds'
const cars = [giulia, fiat, aurelia, spider, citroen]

const createFilter = (lines: readonly string[]) =>
  createRowFilter(lines, Uint32Array.from(lines.keys()))

/** Finds lines; the filter itself finds their indexes. */
const findLines = (lines: readonly string[], typed: string) =>
  Array.from(createFilter(lines).find(typed), (row) => lines[row])

describe('the row filter', () => {
  it('finds a text anywhere in the row, ignoring case and accents', () => {
    expect(findLines(cars, 'LIA')).toEqual([giulia, aurelia])
    expect(findLines(cars, '500')).toEqual([fiat])
    expect(findLines(cars, 'Citroën')).toEqual([citroen])
    expect(findLines(cars, 'nothing like it')).toEqual([])
  })

  it('finds rows by single words only if none contains the whole text', () => {
    const wholeText = ['lg-001 saal 3', 'lg-004 saal 3']
    const singleWords = 'lg-002 3 kuhe saal 2'
    const rooms = ['lg-013 hodler saal 1', singleWords, ...wholeText]

    expect(findLines(rooms, 'Saal  3')).toEqual(wholeText)
    expect(findLines(rooms, '3 saal')).toEqual([singleWords, ...wholeText])
    expect(findLines(rooms, '"3 saal"')).toEqual([])
    expect(findLines(rooms, '13 saal')).toEqual([])
  })

  it('requires all words in any order, ignoring accents', () => {
    expect(findLines(cars, 'romeo  alfa')).toEqual([giulia, spider])
    expect(findLines(cars, 'spi ALFA')).toEqual([spider])
    expect(findLines(cars, 'ds citröen')).toEqual([citroen])
    expect(findLines(cars, 'alfa fiat')).toEqual([])
  })

  it('finds all rows for an empty text', () => {
    expect(findLines(cars, '')).toEqual(cars)
    expect(findLines(cars, '   ')).toEqual(cars)
  })

  it('returns rows in the given order', () => {
    const lastRowFirst = Uint32Array.from(cars.keys()).toReversed()
    const hits = createRowFilter(cars, lastRowFirst).find('alfa')
    expect(Array.from(hits, (row) => cars[row])).toEqual([spider, giulia])
  })

  it('finds the same rows as filterRows after any series of keys', () => {
    const lines = [...cars, 'a 1 r', 'r 11 a', 'ro 1 11', 'al r1']
    const rows = [...lines.keys()]
    const anyKey = fc.constantFrom('a', 'l', 'r', 'o', '1', ' ', '"', 'back', 'clear')
    fc.assert(
      fc.property(fc.array(anyKey, { maxLength: 40 }), (keys) => {
        const filter = createFilter(lines)
        let typed = ''
        for (const key of keys) {
          if (key === 'clear') typed = ''
          else if (key === 'back') typed = typed.slice(0, -1)
          else typed += key
          const expected = filterRows(rows, typed, (row) => lines[row] ?? '')
          expect([...filter.find(typed)], typed).toEqual(expected)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('reuses the earlier hits when the last key is deleted', () => {
    const filter = createFilter(cars)
    const earlierHits = filter.find('al')
    filter.find('alf')
    expect(filter.find('al')).toBe(earlierHits)
  })
})
