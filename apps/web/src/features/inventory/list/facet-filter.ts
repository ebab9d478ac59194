import {
  type Attribute,
  escapeFacetValue,
  type Gap,
  gaps,
  type ItemListEntry,
  type PlaceTree,
  placeAttributeKey,
  splitFacetValues,
  textLanguages,
} from '@vitrine/contract'
import type { RowValues } from './columns/row-values.ts'
import {
  attributeFacetName,
  type FacetSearch,
  parseYearRange,
  textFacetName,
} from './list-search.ts'

interface FacetTest {
  /** Name of the facet; each value of `gap` is a facet of its own. */
  readonly name: string
  readonly passes: (row: number) => boolean
}

/** Lists the gaps that an address names, without unknown ones. */
export const parseGaps = (text: string | undefined): Gap[] =>
  gaps.filter((gap) => splitFacetValues(text).includes(gap))

/** Whether an attribute is offered as a facet: if its values recur, or are years. */
export const isFacetAttribute = ({ kind, suggestions, multiline, retired }: Attribute): boolean =>
  !retired && (kind === 'year' || kind === 'choice' || (suggestions && !multiline))

/** Returns the first year in a text such as 'um 1950', or NaN. */
export const parseYear = (value: string): number => Number(/\d{4}/.exec(value)?.[0] ?? Number.NaN)

interface FacetData {
  readonly items: readonly ItemListEntry[]
  readonly rows: RowValues
  readonly catalogue: readonly Attribute[]
  readonly places?: PlaceTree
}

/** Builds a test for every active facet; `search` comes from the address. */
export function buildFacetTests(search: FacetSearch, data: FacetData): FacetTest[] {
  const { items, rows, catalogue } = data
  const { changed, withdrawn } = search
  const tests: FacetTest[] = []

  for (const attribute of catalogue) {
    const name = attributeFacetName(attribute.tag_key)
    const requested = search[name]
    if (requested !== undefined && !attribute.retired)
      tests.push({ name, passes: createAttributeTest(attribute, requested, data) })
  }
  for (const lang of textLanguages) {
    const name = textFacetName(lang)
    const states = new Set(splitFacetValues(search[name]))
    const getState = rows.text(lang)
    if (states.size > 0) tests.push({ name, passes: (row) => states.has(getState(row)) })
  }
  for (const gap of parseGaps(search.gap))
    tests.push({ name: `gap.${gap}`, passes: rows.hasGap(gap) })

  if (withdrawn) tests.push({ name: 'withdrawn', passes: (row) => items[row]?.public === false })
  if (changed) tests.push({ name: 'changed', passes: (row) => rows.changed(row) >= changed })
  return tests
}

/** Years are tested by range, places with all places in them, and other values as they are. */
function createAttributeTest(
  { tag_key, kind }: Attribute,
  requested: string,
  { rows, places }: FacetData,
): FacetTest['passes'] {
  const getText = rows.attribute(tag_key) ?? getNoText
  const range = kind === 'year' ? parseYearRange(requested) : null
  if (range) {
    const [from, to] = range
    return (row) => {
      const year = parseYear(getText(row))
      return year >= from && year <= to
    }
  }

  if (tag_key === placeAttributeKey && places) {
    const placeIds = findPlaces(places, requested).flatMap(({ id }) => places.below(id))
    const storedIds = new Set(placeIds.map(String))
    return (row) => storedIds.has(rows.place(row))
  }

  const values = new Set(splitFacetValues(requested))
  return (row) => values.has(escapeFacetValue(getText(row)))
}

const getNoText = () => ''

/** Finds the places that an address names by code; older links and views name them by name. */
export const findPlaces = (places: PlaceTree, requested: string | undefined) =>
  splitFacetValues(requested).flatMap((text) => {
    const placesWithCode = places.all.filter(({ code }) => code === text)
    if (placesWithCode.length > 0) return placesWithCode

    return places.all.filter(({ name }) => name === text)
  })

export interface FacetResult {
  /** Rows that pass all tests. */
  readonly hits: Uint32Array
  /** The hits if this facet were not active, among which its values are counted. */
  readonly hitsWithout: (name: string) => Uint32Array
}

/** Applies all tests in one pass. A row that fails a single test is a hit without that facet. */
export function applyFacetTests(foundRows: Uint32Array, tests: readonly FacetTest[]): FacetResult {
  if (tests.length === 0) return { hits: foundRows, hitsWithout: () => foundRows }

  const hits: number[] = []
  const rowsFailingOnly = new Map<string, number[]>(tests.map(({ name }) => [name, []]))
  for (const row of foundRows) {
    // A second failed test decides: such a row is no hit without any single facet.
    let failureCount = 0
    let failedName = ''
    for (const test of tests) {
      if (test.passes(row)) continue

      failedName = test.name
      failureCount++
      if (failureCount > 1) break
    }
    if (failureCount === 0) hits.push(row)
    if (failureCount === 1) rowsFailingOnly.get(failedName)?.push(row)
  }

  return {
    hits: Uint32Array.from(hits),
    hitsWithout: (name) => Uint32Array.from([...hits, ...(rowsFailingOnly.get(name) ?? [])]),
  }
}

/** Counts the values of rows, the most frequent first, in the form that addresses use. */
export function countFacetValues(
  rows: Uint32Array,
  getText: (row: number) => string,
): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = escapeFacetValue(getText(row))
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort(
    ([valueA, countA], [valueB, countB]) => countB - countA || (valueA < valueB ? -1 : 1),
  )
}

export function countRows(rows: Uint32Array, passes: (row: number) => boolean): number {
  let count = 0
  for (const row of rows) {
    if (passes(row)) count++
  }
  return count
}

/** Formats a range as '1950–1960', 'from 1950' or 'up to 1960'; returns other texts unchanged. */
export function formatYearRange(text: string): string {
  const range = parseYearRange(text)
  if (!range) return text

  const [from, to] = range
  if (from === to) return String(from)
  if (!Number.isFinite(from)) return `up to ${to}`
  return Number.isFinite(to) ? `${from}–${to}` : `from ${from}`
}
