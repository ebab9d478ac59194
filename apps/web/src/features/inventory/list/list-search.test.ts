import { describe, expect, it } from 'vitest'
import { nextSort, parseListSearch, parseSort } from './list-search.ts'

describe('reads the state of a list from its address', () => {
  it('is read where it means something', () => {
    const all = { filter: 'rolex', sort: '-artist', view: 'grid', archived: '1' }
    expect(parseListSearch('art')(all)).toEqual(all)
    const chosen = { sort: '-weight_kg', columns: 'weight_kg|name', 'facet.country': 'Italy' }
    expect(parseListSearch('car')(chosen)).toEqual(chosen)
  })

  it('has columns once each and no more than a row has room for; the usual ones need no mention', () => {
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
  ])('is ignored where it does not: %j', (search) => {
    expect(parseListSearch('car')(search)).toEqual({})
  })

  it('sorts by a column that is shown', () => {
    expect(parseListSearch('car')({ sort: 'body', columns: 'name|year' })).toEqual({
      columns: 'name|year',
    })
  })

  it('turns a column round and back to the usual order, click by click', () => {
    const clicks = [nextSort(null, 'year')]
    for (let click = 0; click < 3; click++)
      clicks.push(nextSort(parseSort('car', clicks.at(-1), undefined), 'year'))
    expect(clicks).toEqual(['year', '-year', undefined, 'year'])
    expect(nextSort({ by: 'name', descending: true }, 'year')).toBe('year')
  })
})
