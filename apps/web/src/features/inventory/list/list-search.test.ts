import { describe, expect, it } from 'vitest'
import { nextSort, readListSearch, readSort } from './list-search.ts'

describe('what the address says about a list', () => {
  it('is read where it means something', () => {
    expect(readListSearch('art')({ filter: 'rolex', sort: '-artist', view: 'grid', archived: '1' })).toEqual({
      filter: 'rolex',
      sort: '-artist',
      view: 'grid',
      archived: '1',
    })
  })

  it.each([
    [{ filter: '', sort: 'price', view: 'cinema' }],
    [{ filter: 7, sort: ['name'], view: null, archived: 'yes' }],
    [{ sort: '--name' }],
    [{ sort: 'artist', view: 'grid' }],
  ])('is ignored where it does not: %j', (search) => {
    expect(readListSearch('car')(search)).toEqual({})
  })

  it('turns a column round and back to the usual order, click by click', () => {
    const clicks = [nextSort(null, 'year')]
    for (let click = 0; click < 3; click++) clicks.push(nextSort(readSort('car', clicks.at(-1)), 'year'))
    expect(clicks).toEqual(['year', '-year', undefined, 'year'])
    expect(nextSort({ by: 'name', descending: true }, 'year')).toBe('year')
  })
})
