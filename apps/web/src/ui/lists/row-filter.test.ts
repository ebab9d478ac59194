import { filterRows } from '@vitrine/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRowFilter } from './row-filter.ts'

const texts = ['alfa romeo giulia', 'fiat 500', 'lancia aurelia', 'alfa romeo spider', 'citroen ds']
const inOrder = Uint32Array.from(texts.keys())
const found = (filter: ReturnType<typeof createRowFilter>, typed: string) => [...filter.find(typed)]

describe('the row filter', () => {
  it('finds a text anywhere in the row, in any case', () => {
    const filter = createRowFilter(texts, inOrder)
    expect(found(filter, 'LIA')).toEqual([0, 2])
    expect(found(filter, '500')).toEqual([1])
    expect(found(filter, 'Citroën')).toEqual([4])
    expect(found(filter, 'nothing like it')).toEqual([])
  })

  it('shows rows with the text as typed alone, and only where there are none those with its words', () => {
    const halls = ['lg-013 hodler saal 1', 'lg-001 saal 3', 'lg-002 3 kuhe saal 2', 'lg-004 saal 3']
    const filter = createRowFilter(halls, Uint32Array.from(halls.keys()))
    expect(found(filter, 'Saal  3')).toEqual([1, 3])
    expect(found(filter, '3 saal')).toEqual([1, 2, 3])
    expect(found(filter, '"3 saal"')).toEqual([])
    expect(found(filter, '13 saal')).toEqual([])
  })

  it('needs every word, in any order, and ignores accents', () => {
    const filter = createRowFilter(texts, inOrder)
    expect(found(filter, 'romeo  alfa')).toEqual([0, 3])
    expect(found(filter, 'spi ALFA')).toEqual([3])
    expect(found(filter, 'ds citröen')).toEqual([4])
    expect(found(filter, 'alfa fiat')).toEqual([])
  })

  it('shows everything for no text, and for blanks', () => {
    expect(found(createRowFilter(texts, inOrder), '')).toEqual([0, 1, 2, 3, 4])
    expect(found(createRowFilter(texts, inOrder), '   ')).toEqual([0, 1, 2, 3, 4])
  })

  it('keeps the order it is given', () => {
    expect(found(createRowFilter(texts, Uint32Array.of(3, 4, 2, 1, 0)), 'alfa')).toEqual([3, 0])
  })

  it('says the same after any series of keys as when all rows are looked through afresh', () => {
    const lines = [...texts, 'a 1 r', 'r 11 a', 'ro 1 11', 'al r1']
    const key = fc.constantFrom('a', 'l', 'r', 'o', '1', ' ', '"', 'back', 'clear')
    fc.assert(
      fc.property(fc.array(key, { maxLength: 40 }), (keys) => {
        const filter = createRowFilter(lines, Uint32Array.from(lines.keys()))
        let typed = ''
        for (const one of keys) {
          typed = one === 'clear' ? '' : one === 'back' ? typed.slice(0, -1) : typed + one
          const afresh = filterRows([...lines.keys()], typed, (row) => lines[row] ?? '')
          expect([typed, ...found(filter, typed)]).toEqual([typed, ...afresh])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('gives back what it found before when a key is taken back', () => {
    const filter = createRowFilter(texts, inOrder)
    const before = filter.find('al')
    filter.find('alf')
    expect(filter.find('al')).toBe(before)
  })
})
