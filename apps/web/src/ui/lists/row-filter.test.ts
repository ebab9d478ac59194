import { filterRows } from '@vitrine/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowFilter } from './row-filter.ts'

const texts = ['alfa romeo giulia', 'fiat 500', 'lancia aurelia', 'alfa romeo spider', 'citroen ds']
const inOrder = Uint32Array.from(texts.keys())
const find = (filter: ReturnType<typeof createRowFilter>, typed: string) => [...filter.find(typed)]

describe('the row filter', () => {
  it('finds a text anywhere in the row, ignoring case', () => {
    const filter = createRowFilter(texts, inOrder)
    expect(find(filter, 'LIA')).toEqual([0, 2])
    expect(find(filter, '500')).toEqual([1])
    expect(find(filter, 'Citroën')).toEqual([4])
    expect(find(filter, 'nothing like it')).toEqual([])
  })

  it('finds rows by single words only if none contains the whole text', () => {
    const halls = ['lg-013 hodler saal 1', 'lg-001 saal 3', 'lg-002 3 kuhe saal 2', 'lg-004 saal 3']
    const filter = createRowFilter(halls, Uint32Array.from(halls.keys()))
    expect(find(filter, 'Saal  3')).toEqual([1, 3])
    expect(find(filter, '3 saal')).toEqual([1, 2, 3])
    expect(find(filter, '"3 saal"')).toEqual([])
    expect(find(filter, '13 saal')).toEqual([])
  })

  it('requires all words in any order, ignoring accents', () => {
    const filter = createRowFilter(texts, inOrder)
    expect(find(filter, 'romeo  alfa')).toEqual([0, 3])
    expect(find(filter, 'spi ALFA')).toEqual([3])
    expect(find(filter, 'ds citröen')).toEqual([4])
    expect(find(filter, 'alfa fiat')).toEqual([])
  })

  it('finds all rows for an empty text', () => {
    expect(find(createRowFilter(texts, inOrder), '')).toEqual([0, 1, 2, 3, 4])
    expect(find(createRowFilter(texts, inOrder), '   ')).toEqual([0, 1, 2, 3, 4])
  })

  it('returns rows in the given order', () => {
    expect(find(createRowFilter(texts, Uint32Array.of(3, 4, 2, 1, 0)), 'alfa')).toEqual([3, 0])
  })

  it('finds the same rows as filterRows after any series of keys', () => {
    const lines = [...texts, 'a 1 r', 'r 11 a', 'ro 1 11', 'al r1']
    const anyKey = fc.constantFrom('a', 'l', 'r', 'o', '1', ' ', '"', 'back', 'clear')
    fc.assert(
      fc.property(fc.array(anyKey, { maxLength: 40 }), (keys) => {
        const filter = createRowFilter(lines, Uint32Array.from(lines.keys()))
        let typed = ''
        for (const key of keys) {
          if (key === 'clear') typed = ''
          else if (key === 'back') typed = typed.slice(0, -1)
          else typed += key
          const expected = filterRows([...lines.keys()], typed, (row) => lines[row] ?? '')
          expect([typed, ...find(filter, typed)]).toEqual([typed, ...expected])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('reuses the earlier hits when the last key is deleted', () => {
    const filter = createRowFilter(texts, inOrder)
    const before = filter.find('al')
    filter.find('alf')
    expect(filter.find('al')).toBe(before)
  })
})
