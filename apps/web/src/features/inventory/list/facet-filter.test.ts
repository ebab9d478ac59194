import {
  type Attribute,
  buildPlaceTree,
  type ItemColumns,
  type ItemListEntry,
} from '@vitrine/contract'
import { expect, test } from 'vitest'
import { latestCondition } from './column-data.ts'
import { createRowValues } from './columns/row-values.ts'
import {
  applyFacetTests,
  buildFacetTests,
  countFacetValues,
  formatYearRange,
} from './facet-filter.ts'
import { parseFacets } from './list-search.ts'

const noValues = { values: [], places: [] }
const items = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4, public: false }] as ItemListEntry[]

/** `places` has, for each of `ids`, the position of its value in `values` from 1 on, or 0. */
const columns: ItemColumns = {
  ids: [4, 3, 2, 1],
  attributes: {
    country: { values: ['Italy', 'A|B'], places: [1, 2, 1, 0] },
    year: { values: ['um 1950', '1960', '1971-04'], places: [1, 2, 3, 0] },
  },
  fields: { condition_check: { values: ['Urgent', 'Good'], places: [1, 2, 1, 0] } },
  place: { values: ['3', '4'], places: [1, 2, 2, 0] },
  changed: { values: ['2026-01-01', '2026-05-01'], places: [1, 1, 2, 2] },
  gaps: { picture: [1, 3] },
  texts: {
    fr: { values: ['original', 'outdated', 'checked'], places: [1, 2, 3, 0] },
    de: noValues,
    en: noValues,
  },
}
const catalogue = [
  { tag_key: 'country', kind: 'choice' },
  { tag_key: 'year', kind: 'year' },
  { tag_key: 'location', kind: 'text' },
  latestCondition,
] as Attribute[]

// Two boxes with the same name in two stores.
const places = buildPlaceTree(
  [
    { id: 1, name: 'Depot Nord', code: 'N', parent_id: null },
    { id: 2, name: 'Depot Süd', code: 'S', parent_id: null },
    { id: 3, name: 'Kiste 1', code: 'N-1', parent_id: 1 },
    { id: 4, name: 'Kiste 1', code: 'S-1', parent_id: 2 },
  ].map((place) => ({ ...place, archived: false })),
)
const rows = createRowValues(items, columns)

const allRows = Uint32Array.from(items.keys())
const applySearch = (search: Record<string, string>, foundRows = allRows) => {
  const tests = buildFacetTests(parseFacets(search), { items, rows, catalogue, places })
  return applyFacetTests(foundRows, tests)
}
const toIds = (hits: Uint32Array) => Array.from(hits, (row) => items[row]?.id)

test.for([
  [{}, [1, 2, 3, 4]],
  [{ 'facet.country': 'Italy' }, [2, 4]],
  [{ 'facet.country': 'Italy|A¦B' }, [2, 3, 4]],
  [{ 'facet.year': '1950-1960' }, [3, 4]],
  [{ 'facet.year': '1960-' }, [2, 3]],
  [{ 'facet.year': '-1955', 'facet.country': 'Italy' }, [4]],
  [{ gap: 'picture' }, [1, 3]],
  [{ gap: 'picture', 'facet.country': 'A¦B' }, [3]],
  [{ withdrawn: '1' }, [4]],
  [{ 'facet.condition_check': 'Urgent' }, [2, 4]],
  [{ 'facet.location': 'S-1' }, [2, 3]],
  [{ 'facet.location': 'N' }, [4]],
  [{ 'facet.location': 'Kiste 1' }, [2, 3, 4]],
  [{ 'facet.location': 'gone' }, []],
  [{ 'text.fr': 'checked' }, [2, 4]],
  [{ 'text.fr': 'checked|outdated', 'facet.country': 'A¦B' }, [3]],
  [{ changed: '2026-03-01' }, [1, 2]],
] as const)('the facets %j find the items %j', ([search, expected]) => {
  expect(toIds(applySearch(search).hits)).toEqual(expected)
})

test('ignores unknown facets and values', () => {
  const { hits } = applySearch({
    gap: 'nothing',
    changed: 'soon',
    withdrawn: 'yes',
    'facet.NO': 'x',
    'facet.unknown': 'x',
    'text.xx': 'x',
  })
  expect(toIds(hits)).toEqual([1, 2, 3, 4])
})

test('counts the values of a facet among the hits of all other facets', () => {
  const getText = rows.attribute('country') ?? (() => '')
  const { hitsWithout } = applySearch({ 'facet.country': 'Italy', 'facet.year': '1960-' })
  expect(countFacetValues(hitsWithout('facet.country'), getText)).toEqual([
    ['A¦B', 1],
    ['Italy', 1],
  ])
  expect(countFacetValues(hitsWithout('facet.year'), getText)).toEqual([['Italy', 2]])
})

test('keeps the order of the rows', () => {
  const { hits } = applySearch({ 'facet.country': 'Italy' }, allRows.toReversed())
  expect(toIds(hits)).toEqual([4, 2])
})

test.for([
  ['1950-1960', '1950–1960'],
  ['1950-1950', '1950'],
  ['1950-', 'from 1950'],
  ['-1929', 'up to 1929'],
  ['um 1950', 'um 1950'],
] as const)('formats the years %s as %s', ([range, text]) => {
  expect(formatYearRange(range)).toBe(text)
})
