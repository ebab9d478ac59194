import { maxChosenColumns } from '@vitrine/contract'
import { describe, expect, it, test } from 'vitest'
import { changesShownItems, nextSort, parseListSearch, parseSort } from './list-search.ts'

describe('parseListSearch', () => {
  it.each([
    ['art', { filter: 'rolex', sort: '-artist', view: 'grid', archived: '1' }],
    ['car', { sort: '-weight_kg', columns: 'weight_kg|name', 'facet.country': 'Italy' }],
  ] as const)('accepts parameters of the list %s: %j', (type, search) => {
    expect(parseListSearch(type)(search)).toEqual(search)
  })

  it('drops duplicate, invalid and excess columns', () => {
    const keys = Array.from({ length: maxChosenColumns }, (_, index) => `key_${index}`)
    const { columns } = parseListSearch('car')({
      columns: ['name', 'name', 'NO', 'identifier', ...keys].join('|'),
    })
    expect(columns).toBe(['name', ...keys.slice(0, -1)].join('|'))
  })

  it('drops the usual columns, but keeps a sort order by one of them', () => {
    const search = { columns: 'name|origin|model|year|body', sort: 'body' }
    expect(parseListSearch('car')(search)).toEqual({ sort: 'body' })
  })

  it.each([
    [{ filter: '', sort: 'price', view: 'cinema' }],
    [{ filter: 7, sort: ['name'], view: null, archived: 'yes' }],
    [{ sort: '--name' }],
    [{ sort: 'artist', view: 'grid' }],
    [{ columns: '' }],
  ])('ignores invalid parameters: %j', (search) => {
    expect(parseListSearch('car')(search)).toEqual({})
  })

  it('ignores a sort order by a column that is not shown', () => {
    expect(parseListSearch('car')({ sort: 'body', columns: 'name|year' })).toEqual({
      columns: 'name|year',
    })
  })
})

describe('nextSort', () => {
  it('cycles through ascending, descending and unsorted', () => {
    const clicks = [nextSort(null, 'year')]
    for (let click = 0; click < 3; click++)
      clicks.push(nextSort(parseSort('car', clicks.at(-1), undefined), 'year'))
    expect(clicks).toEqual(['year', '-year', undefined, 'year'])
  })

  it('sorts by another column in ascending order first', () => {
    expect(nextSort({ by: 'name', descending: true }, 'year')).toBe('year')
  })
})

test('changesShownItems is true for filters and facets, but not for the arrangement', () => {
  expect(changesShownItems({ 'facet.artist': 'Hodler' })).toBe(true)
  expect(changesShownItems({ 'facet.artist': undefined })).toBe(true)
  expect(changesShownItems({ filter: undefined, sort: 'name' })).toBe(true)
  expect(changesShownItems({ sort: 'name', columns: undefined, view: 'grid' })).toBe(false)
})
