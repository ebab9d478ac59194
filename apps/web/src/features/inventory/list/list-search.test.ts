import { describe, expect, it, test } from 'vitest'
import { changesShownItems, nextSort, parseListSearch, parseSort } from './list-search.ts'

describe('parseListSearch', () => {
  it('accepts the parameters of a list', () => {
    const all = { filter: 'rolex', sort: '-artist', view: 'grid', archived: '1' }
    expect(parseListSearch('art')(all)).toEqual(all)
    const chosen = { sort: '-weight_kg', columns: 'weight_kg|name', 'facet.country': 'Italy' }
    expect(parseListSearch('car')(chosen)).toEqual(chosen)
  })

  it('drops duplicate, excess and usual columns', () => {
    const { columns } = parseListSearch('car')({
      columns: `name|name|NO|identifier|${'abcdefghijkl'.split('').join('|')}`,
    })
    expect(columns).toBe('name|a|b|c|d|e|f|g|h|i')
    expect(
      parseListSearch('car')({ columns: 'name|origin|model|year|body', sort: 'body' }),
    ).toEqual({ sort: 'body' })
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

  it('nextSort cycles through ascending, descending and unsorted', () => {
    const clicks = [nextSort(null, 'year')]
    for (let click = 0; click < 3; click++)
      clicks.push(nextSort(parseSort('car', clicks.at(-1), undefined), 'year'))
    expect(clicks).toEqual(['year', '-year', undefined, 'year'])
    expect(nextSort({ by: 'name', descending: true }, 'year')).toBe('year')
  })
})

test('changesShownItems distinguishes filters from the arrangement', () => {
  expect(changesShownItems({ 'facet.artist': 'Hodler' })).toBe(true)
  expect(changesShownItems({ 'facet.artist': undefined })).toBe(true)
  expect(changesShownItems({ filter: undefined, sort: 'name' })).toBe(true)
  expect(changesShownItems({ sort: 'name', columns: undefined, view: 'grid' })).toBe(false)
})
