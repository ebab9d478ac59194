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

/** Attributes that facets are made of: those of few values that recur, and years. */
export const isFacetAttribute = ({ kind, suggestions, multiline, retired }: Attribute): boolean =>
  !retired && (kind === 'year' || kind === 'choice' || (suggestions && !multiline))

const none = () => ''
export const parseYear = (value: string): number => Number(/\d{4}/.exec(value)?.[0] ?? Number.NaN)

export function buildFacetTests(
  search: FacetSearch,
  items: readonly ItemListEntry[],
  rows: RowValues,
  catalogue: readonly Attribute[],
  places?: PlaceTree,
): FacetTest[] {
  const ofAttributes = catalogue.flatMap(({ tag_key, kind, retired }): FacetTest[] => {
    const name = attributeFacetName(tag_key)
    const asked = search[name]
    if (asked === undefined || retired) return []
    const textIn = rows.attribute(tag_key) ?? none
    const range = kind === 'year' ? parseYearRange(asked) : null
    if (range) {
      const [from, to] = range
      return [
        { name, passes: (row) => parseYear(textIn(row)) >= from && parseYear(textIn(row)) <= to },
      ]
    }
    if (tag_key === placeAttributeKey && places) {
      const inside = new Set(
        findPlaces(places, asked).flatMap(({ id }) => places.below(id).map(String)),
      )
      return [{ name, passes: (row) => inside.has(rows.place(row)) }]
    }
    const wanted = new Set(splitFacetValues(asked))
    return [{ name, passes: (row) => wanted.has(escapeFacetValue(textIn(row))) }]
  })
  const ofTexts = textLanguages.flatMap((lang): FacetTest[] => {
    const name = textFacetName(lang)
    const wanted = new Set(splitFacetValues(search[name]))
    const stateIn = rows.text(lang)
    return wanted.size === 0 ? [] : [{ name, passes: (row) => wanted.has(stateIn(row)) }]
  })
  const { changed, withdrawn } = search
  return [
    ...ofAttributes,
    ...ofTexts,
    ...parseGaps(search.gap).map((gap) => ({ name: `gap.${gap}`, passes: rows.hasGap(gap) })),
    ...(withdrawn
      ? [{ name: 'withdrawn', passes: (row: number) => items[row]?.public === false }]
      : []),
    ...(changed
      ? [{ name: 'changed', passes: (row: number) => rows.changed(row) >= changed }]
      : []),
  ]
}

/** Addresses name places by their codes; older links and views by their names. */
export const findPlaces = (places: PlaceTree, asked: string | undefined) =>
  splitFacetValues(asked).flatMap((text) => {
    const coded = places.all.filter(({ code }) => code === text)
    return coded.length > 0 ? coded : places.all.filter(({ name }) => name === text)
  })

export interface FacetResult {
  readonly hits: Uint32Array
  /** The rows that would be found without this facet: what its own counts are made of. */
  readonly without: (name: string) => Uint32Array
}

/** One pass over the rows: a row that fails a single test counts for that facet's other values. */
export function applyFacets(found: Uint32Array, tests: readonly FacetTest[]): FacetResult {
  if (tests.length === 0) return { hits: found, without: () => found }
  const hits: number[] = []
  const almost = new Map<string, number[]>(tests.map(({ name }) => [name, []]))
  for (const row of found) {
    let failed: FacetTest | null = null
    let failures = 0
    for (const test of tests) {
      if (test.passes(row)) continue
      failed = test
      if (++failures > 1) break
    }
    if (failures === 0) hits.push(row)
    else if (failures === 1 && failed) almost.get(failed.name)?.push(row)
  }
  const rows = Uint32Array.from(hits)
  return { hits: rows, without: (name) => Uint32Array.from([...hits, ...(almost.get(name) ?? [])]) }
}

export function countFacetValues(
  rows: Uint32Array,
  textIn: (row: number) => string,
): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = escapeFacetValue(textIn(row))
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

export function countRows(rows: Uint32Array, passes: (row: number) => boolean): number {
  let count = 0
  for (const row of rows) if (passes(row)) count++
  return count
}

/** '1950–1960', 'from 1950', 'up to 1960'; what is no range stays as it is. */
export function formatYearRange(text: string): string {
  const range = parseYearRange(text)
  if (!range) return text
  const [from, to] = range
  if (from === to) return String(from)
  if (!Number.isFinite(from)) return `up to ${to}`
  return Number.isFinite(to) ? `${from}–${to}` : `from ${from}`
}
