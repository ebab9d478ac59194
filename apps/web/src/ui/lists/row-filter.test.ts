import { describe, expect, it } from 'vitest'
import { rowFilter } from './row-filter.ts'

const texts = ['alfa romeo giulia', 'fiat 500', 'lancia aurelia', 'alfa romeo spider', 'citroen ds']
const inOrder = Uint32Array.from(texts.keys())
const found = (filter: ReturnType<typeof rowFilter>, typed: string) => [...filter.find(typed)]

describe('the row filter', () => {
  it('finds a text anywhere in the row, in any case', () => {
    const filter = rowFilter(texts, inOrder)
    expect(found(filter, 'LIA')).toEqual([0, 2])
    expect(found(filter, '500')).toEqual([1])
    expect(found(filter, 'Citroën')).toEqual([4])
    expect(found(filter, 'nothing like it')).toEqual([])
  })

  it('needs every word, in any order, and ignores accents', () => {
    const filter = rowFilter(texts, inOrder)
    expect(found(filter, 'romeo  alfa')).toEqual([0, 3])
    expect(found(filter, 'spi ALFA')).toEqual([3])
    expect(found(filter, 'ds citröen')).toEqual([4])
    expect(found(filter, 'alfa fiat')).toEqual([])
  })

  it('shows everything for no text, and for blanks', () => {
    expect(found(rowFilter(texts, inOrder), '')).toEqual([0, 1, 2, 3, 4])
    expect(found(rowFilter(texts, inOrder), '   ')).toEqual([0, 1, 2, 3, 4])
  })

  it('keeps the order it is given', () => {
    expect(found(rowFilter(texts, Uint32Array.of(3, 4, 2, 1, 0)), 'alfa')).toEqual([3, 0])
  })

  it('says the same after any series of keys as when asked afresh', () => {
    const keys = [
      'a',
      'al',
      'alf',
      'al',
      'alfa',
      'fa',
      'f',
      '',
      'r',
      'ro',
      'ero',
      'r',
      'spider',
      'a',
      'a ',
      'a',
      'a r',
      'a ro',
      'r a',
      'ro',
      'a a',
      'a',
    ]
    const typed = rowFilter(texts, inOrder)
    for (const text of keys) expect(found(typed, text)).toEqual(found(rowFilter(texts, inOrder), text))
  })

  it('gives back what it found before when a key is taken back', () => {
    const filter = rowFilter(texts, inOrder)
    const before = filter.find('al')
    filter.find('alf')
    expect(filter.find('al')).toBe(before)
  })
})
