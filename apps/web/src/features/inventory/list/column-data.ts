import type { QueryClient } from '@tanstack/react-query'
import {
  type Attribute,
  type AttributeKind,
  type AttributeMeaning,
  attributeLabel,
  attributeValue,
  facetValue,
  type Gap,
  gaps,
  type ItemColumns,
  type ItemListEntry,
  type ItemType,
  inventoryTypes,
  meaningOf,
  type PlaceTree,
  placeKey,
  placeTree,
  sortedByText,
  splitValues,
  type TextLanguage,
  textLanguages,
  type Column as Values,
} from '@vitrine/contract'
import { call } from '../../../client/call.ts'
import { attributeQueries } from '../../../client/queries.ts'
import { placesQuery } from '../../../client/use-places.ts'
import { type Cell, type Column, columnsIn, fieldHeadings, usualCells, usualKeys } from './columns/columns.ts'
import {
  type FacetSearch,
  isFacetName,
  keyOfFacet,
  type ListSearch,
  nameOf,
  readColumns,
  readRange,
  textFacet,
} from './list-search.ts'

/** All that facets and chosen columns need, code included: most visits use neither, and load nothing of it. */
export async function columnData(queries: QueryClient, type: ItemType, signal: AbortSignal) {
  const [columns, attributes, places] = await Promise.all([
    call(`GET /inventory/${inventoryTypes[type].collection}/columns`, undefined, { signal }),
    queries.fetchQuery(attributeQueries.of(type)),
    queries.fetchQuery(placesQuery),
  ])
  return {
    columns,
    attributes,
    places: placeTree(sortedByText(places, ({ name }) => name)),
    applyFacets,
    byRow,
    facetTests,
    chosenCells,
    unknownAttributes,
  }
}

const widths: Partial<Record<AttributeKind, string>> = {
  number: 'minmax(5rem, 0.75fr)',
  year: 'minmax(3.5rem, 0.5fr)',
}
const usualWidth = 'minmax(0, 1.25fr)'

/**
 * The row with the chosen columns; keys that the catalogue does not have, or has retired, are passed over.
 * Columns that share a place in the usual row share it here, too, where they follow each other.
 */
export function chosenCells(
  type: ItemType,
  keys: readonly string[],
  rows: RowColumns,
  catalogue: readonly Attribute[],
): readonly Cell[] {
  const usual = usualCells(type)
  const known = new Map(columnsIn(usual).map((column) => [column.key, column]))
  const attributes = new Map(catalogue.flatMap((one) => (one.retired ? [] : [[one.tag_key, one]])))
  const left = keys.filter((key) => attributes.has(key) || known.has(key) || fieldHeadings.has(key))
  const cells: Cell[] = usual.slice(0, 1)
  while (left.length > 0) {
    const same = usual.find(({ columns }) => columns.every(({ key }, index) => key === left[index]))
    const taken = left.splice(0, same?.columns.length ?? 1)
    const columns = taken.map((key) => columnOf(key, attributes.get(key), known.get(key), keys, rows))
    cells.push({ columns, width: same?.width ?? widths[columns[0]?.kind ?? 'text'] ?? usualWidth })
  }
  return cells
}

function columnOf(
  key: string,
  attribute: Attribute | undefined,
  known: Column | undefined,
  keys: readonly string[],
  rows: RowColumns,
): Column {
  const kind = attribute && { kind: attribute.kind }
  if (known && !(known.brackets && keys.includes(known.brackets))) return { ...known, ...kind }
  const heading = attribute || known ? undefined : fieldHeadings.get(key)
  if (heading !== undefined) return { key, heading, text: (_, row) => rows.field(key, row) }
  const textIn = rows.attribute(key) ?? (() => '')
  const meaning: AttributeMeaning = attribute ?? { tag_key: key }
  const text = (row: number) => attributeValue(meaning, textIn(row))
  return {
    key,
    heading: known?.heading ?? attributeLabel(meaning),
    ...kind,
    text: (_, row) => text(row),
    textAlone: (_, row) => (text(row) && meaning.unit ? `${text(row)} ${meaning.unit}` : text(row)),
  }
}

/** What an address asks for as a column or facet, and the catalogue does not have or has retired. */
export function unknownAttributes(
  type: ItemType,
  search: ListSearch,
  catalogue: readonly Attribute[],
): AttributeMeaning[] {
  const attributes = catalogue.filter(({ retired }) => !retired).map(({ tag_key }) => tag_key)
  const inUse = new Set([...usualKeys(type), ...fieldHeadings.keys(), ...attributes])
  const asked = [...readColumns(search.columns), ...Object.keys(search).filter(isFacetName).map(keyOfFacet)]
  return [...new Set(asked)].filter((key) => !inUse.has(key)).map(meaningOf(catalogue))
}

interface FacetTest {
  readonly name: string
  readonly passes: (row: number) => boolean
}

export const gapsIn = (text: string | undefined): Gap[] => gaps.filter((gap) => splitValues(text).includes(gap))

/** Attributes that facets are made of: those of few values that recur, and years. */
export const isFacet = ({ kind, suggestions, multiline, retired }: Attribute): boolean =>
  !retired && (kind === 'year' || kind === 'choice' || (suggestions && !multiline))

export interface RowColumns {
  readonly attribute: (key: string) => ((row: number) => string) | undefined
  readonly field: (name: string, row: number) => string
  /** The id of its place. */
  readonly place: (row: number) => string
  readonly changed: (row: number) => string
  /** How the texts stand in a language; the original counts as checked. */
  readonly text: (lang: TextLanguage) => (row: number) => string
  readonly hasGap: (gap: Gap) => (row: number) => boolean
}

export function byRow(items: readonly ItemListEntry[], columns: ItemColumns): RowColumns {
  const index = new Map(columns.ids.map((id, at) => [id, at]))
  const at = Int32Array.from(items, ({ id }) => index.get(id) ?? -1)
  const valueIn =
    ({ values, places }: Values) =>
    (row: number) =>
      values[(places[at[row] ?? -1] ?? 0) - 1] ?? ''
  return {
    attribute: (key) => {
      const column = columns.attributes[key]
      return column && valueIn(column)
    },
    field(name, row) {
      const column = columns.fields[name]
      return column ? valueIn(column)(row) : ''
    },
    place: valueIn(columns.place),
    changed: valueIn(columns.changed),
    text: (lang) => {
      const stateIn = valueIn(columns.texts[lang])
      return (row) => (stateIn(row) === 'original' ? 'checked' : stateIn(row))
    },
    hasGap: (gap) => {
      const ids = new Set(columns.gaps[gap])
      return (row) => ids.has(items[row]?.id ?? 0)
    },
  }
}

const none = () => ''
export const yearOf = (value: string): number => Number(/\d{4}/.exec(value)?.[0] ?? Number.NaN)

export function facetTests(
  search: FacetSearch,
  items: readonly ItemListEntry[],
  rows: RowColumns,
  catalogue: readonly Attribute[],
  places?: PlaceTree,
): FacetTest[] {
  const ofAttributes = catalogue.flatMap(({ tag_key, kind, retired }): FacetTest[] => {
    const name = nameOf(tag_key)
    const asked = search[name]
    if (asked === undefined || retired) return []
    const textIn = rows.attribute(tag_key) ?? none
    const range = kind === 'year' ? readRange(asked) : null
    if (range) {
      const [from, to] = range
      return [{ name, passes: (row) => yearOf(textIn(row)) >= from && yearOf(textIn(row)) <= to }]
    }
    if (tag_key === placeKey && places) {
      const inside = new Set(placesOf(places, asked).flatMap(({ id }) => places.below(id).map(String)))
      return [{ name, passes: (row) => inside.has(rows.place(row)) }]
    }
    const wanted = new Set(splitValues(asked))
    return [{ name, passes: (row) => wanted.has(facetValue(textIn(row))) }]
  })
  const ofTexts = textLanguages.flatMap((lang): FacetTest[] => {
    const name = textFacet(lang)
    const wanted = new Set(splitValues(search[name]))
    const stateIn = rows.text(lang)
    return wanted.size === 0 ? [] : [{ name, passes: (row) => wanted.has(stateIn(row)) }]
  })
  const { changed, withdrawn } = search
  return [
    ...ofAttributes,
    ...ofTexts,
    ...gapsIn(search.gap).map((gap) => ({ name: `gap.${gap}`, passes: rows.hasGap(gap) })),
    ...(withdrawn ? [{ name: 'withdrawn', passes: (row: number) => items[row]?.public === false }] : []),
    ...(changed ? [{ name: 'changed', passes: (row: number) => rows.changed(row) >= changed }] : []),
  ]
}

/** Addresses name places by their codes; older links and views by their names. */
export const placesOf = (places: PlaceTree, asked: string | undefined) =>
  splitValues(asked).flatMap((text) => {
    const coded = places.all.filter(({ code }) => code === text)
    return coded.length > 0 ? coded : places.all.filter(({ name }) => name === text)
  })

export interface Faceted {
  readonly hits: Uint32Array
  /** The rows that would be found without this facet: what its own counts are made of. */
  readonly without: (name: string) => Uint32Array
}

/** One pass over the rows: a row that fails a single test counts for that facet's other values. */
export function applyFacets(found: Uint32Array, tests: readonly FacetTest[]): Faceted {
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

export function countValues(rows: Uint32Array, textIn: (row: number) => string): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = facetValue(textIn(row))
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
export function rangeText(text: string): string {
  const range = readRange(text)
  if (!range) return text
  const [from, to] = range
  if (from === to) return String(from)
  if (!Number.isFinite(from)) return `up to ${to}`
  return Number.isFinite(to) ? `${from}–${to}` : `from ${from}`
}
