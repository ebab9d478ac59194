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
  readonly name: string
  readonly passes: (row: number) => boolean
}

export const parseGaps = (text: string | undefined): Gap[] =>
  gaps.filter((gap) => splitFacetValues(text).includes(gap))

/** Whether an attribute is offered as a facet: if its values recur, or are years. */
export const isFacetAttribute = ({ kind, suggestions, multiline, retired }: Attribute): boolean =>
  !retired && (kind === 'year' || kind === 'choice' || (suggestions && !multiline))

const noText = () => ''

/** Returns the first year in a text such as 'um 1950', or NaN. */
export const parseYear = (value: string): number => Number(/\d{4}/.exec(value)?.[0] ?? Number.NaN)

interface FacetData {
  readonly items: readonly ItemListEntry[]
  readonly rows: RowValues
  readonly catalogue: readonly Attribute[]
  readonly places?: PlaceTree
}

/** Builds a test for every active facet; `search` comes from the address. */
export function buildFacetTests(
  search: FacetSearch,
  { items, rows, catalogue, places }: FacetData,
): FacetTest[] {
  const attributeTests = catalogue.flatMap(({ tag_key, kind, retired }): FacetTest[] => {
    const name = attributeFacetName(tag_key)
    const requested = search[name]
    if (requested === undefined || retired) return []

    const getText = rows.attribute(tag_key) ?? noText
    const range = kind === 'year' ? parseYearRange(requested) : null
    if (range) {
      const [from, to] = range
      const isInRange = (year: number) => year >= from && year <= to
      return [{ name, passes: (row) => isInRange(parseYear(getText(row))) }]
    }

    if (tag_key === placeAttributeKey && places) {
      const idsInside = new Set(
        findPlaces(places, requested).flatMap(({ id }) => places.below(id).map(String)),
      )
      return [{ name, passes: (row) => idsInside.has(rows.place(row)) }]
    }

    const wanted = new Set(splitFacetValues(requested))
    return [{ name, passes: (row) => wanted.has(escapeFacetValue(getText(row))) }]
  })
  const textTests = textLanguages.flatMap((lang): FacetTest[] => {
    const name = textFacetName(lang)
    const wanted = new Set(splitFacetValues(search[name]))
    const getState = rows.text(lang)
    return wanted.size === 0 ? [] : [{ name, passes: (row) => wanted.has(getState(row)) }]
  })
  const { changed, withdrawn } = search
  const gapTests = parseGaps(search.gap).map(
    (gap): FacetTest => ({ name: `gap.${gap}`, passes: rows.hasGap(gap) }),
  )
  const tests = [...attributeTests, ...textTests, ...gapTests]
  if (withdrawn) tests.push({ name: 'withdrawn', passes: (row) => items[row]?.public === false })
  if (changed) tests.push({ name: 'changed', passes: (row) => rows.changed(row) >= changed })
  return tests
}

/** Finds the places that an address names by code; older links and views name them by name. */
export const findPlaces = (places: PlaceTree, requested: string | undefined) =>
  splitFacetValues(requested).flatMap((text) => {
    const byCode = places.all.filter(({ code }) => code === text)
    return byCode.length > 0 ? byCode : places.all.filter(({ name }) => name === text)
  })

export interface FacetResult {
  readonly hits: Uint32Array
  /** Hits without this facet, which the counts of its values are based on. */
  readonly hitsWithout: (name: string) => Uint32Array
}

/** Applies all tests in one pass. A row that fails a single test is a hit without that facet. */
export function applyFacetTests(foundRows: Uint32Array, tests: readonly FacetTest[]): FacetResult {
  if (tests.length === 0) return { hits: foundRows, hitsWithout: () => foundRows }

  const hits: number[] = []
  const rowsFailingOnly = new Map<string, number[]>(tests.map(({ name }) => [name, []]))
  for (const row of foundRows) {
    let failed: FacetTest | null = null
    let failures = 0
    for (const test of tests) {
      if (test.passes(row)) continue
      failed = test
      if (++failures > 1) break
    }
    if (failures === 0) hits.push(row)
    else if (failures === 1 && failed) rowsFailingOnly.get(failed.name)?.push(row)
  }
  return {
    hits: Uint32Array.from(hits),
    hitsWithout: (name) => Uint32Array.from([...hits, ...(rowsFailingOnly.get(name) ?? [])]),
  }
}

/** Counts the values of rows, the most frequent first. */
export function countFacetValues(
  rows: Uint32Array,
  getText: (row: number) => string,
): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = escapeFacetValue(getText(row))
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

export function countRows(rows: Uint32Array, passes: (row: number) => boolean): number {
  let count = 0
  for (const row of rows) if (passes(row)) count++
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
