import {
  type ItemType,
  inventoryTypes,
  joinFacetValues,
  maxChosenColumns,
  splitFacetValues,
  type TextLanguage,
  textLanguages,
} from '@vitrine/contract'
import { usualColumnKeys } from './usual-column-keys.ts'

export const listLayouts = ['list', 'grid'] as const
export type ListLayout = (typeof listLayouts)[number]

export interface ListSort {
  readonly by: string
  readonly descending: boolean
}

/** Search parameters of a list's address; missing ones have their default. */
export interface ListSearch extends FacetSearch {
  readonly filter?: string
  /** Key of a column, with '-' in front for descending order. */
  readonly sort?: string
  /** Keys of the chosen columns after the identifier, separated by '|'. */
  readonly columns?: string
  readonly view?: ListLayout
  /** Shows archived items instead of those in use. */
  readonly archived?: '1'
  /** Id of the opened saved view; the other parameters have its values, with changes since. */
  readonly saved?: string
}

export type SearchChange = { readonly [Key in keyof ListSearch]?: ListSearch[Key] | undefined }

/** Parses the search parameters of a list's address; drops invalid ones. */
export const parseListSearch =
  (type: ItemType) =>
  (search: Record<string, unknown>): ListSearch => {
    const { filter, sort, view, archived, saved } = search
    const layout = listLayouts.find((knownLayout) => knownLayout === view)
    const columns =
      typeof search.columns === 'string'
        ? formatColumns(type, parseColumns(search.columns))
        : undefined

    const parsed: Mutable<ListSearch> = parseFacets(search)
    if (typeof filter === 'string' && filter !== '') parsed.filter = filter
    if (columns) parsed.columns = columns
    if (typeof sort === 'string' && parseSort(type, sort, columns)) parsed.sort = sort
    if (inventoryTypes[type].list.grid && layout) parsed.view = layout
    if (archived === '1') parsed.archived = archived
    if (typeof saved === 'string' && viewIdPattern.test(saved)) parsed.saved = saved
    return parsed
  }

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

const viewIdPattern = /^\d{1,10}$/

/** Keys of attributes and fields except the identifier, which is always shown. */
const columnKeyPattern = /^(?!identifier$)[a-z][a-z0-9_]{0,59}$/

/** Returns the keys of the chosen columns without duplicates; empty for the usual ones. */
export const parseColumns = (text: string | undefined): string[] =>
  [...new Set(splitFacetValues(text))]
    .filter((key) => columnKeyPattern.test(key))
    .slice(0, maxChosenColumns)

/** Returns undefined for the usual columns, which the address omits. */
export const formatColumns = (type: ItemType, keys: readonly string[]): string | undefined =>
  keys.join() === usualColumnKeys(type).join() ? undefined : joinFacetValues(keys)

/** Parses the sort order; returns null unless its column is shown. */
export function parseSort(
  type: ItemType,
  text: string | undefined,
  columns: string | undefined,
): ListSort | null {
  if (!text) return null

  const by = text.replace(/^-/, '')
  const chosenKeys = parseColumns(columns)
  const shownKeys = chosenKeys.length > 0 ? chosenKeys : usualColumnKeys(type)
  const isShown = by === 'identifier' || shownKeys.includes(by)
  return isShown ? { by, descending: text.startsWith('-') } : null
}

/** The first click on a column sorts ascending, the second descending, the third not at all. */
export function nextSort(sort: ListSort | null, by: string): string | undefined {
  if (sort?.by !== by) return by
  return sort.descending ? undefined : `-${by}`
}

/** Parameters that change only how the items are arranged. */
const arrangingParameters = new Set(['sort', 'columns', 'view', 'saved'])

/** Whether the change may show other items, not only arrange the same ones differently. */
export const changesShownItems = (change: SearchChange): boolean =>
  Object.keys(change).some((name) => !arrangingParameters.has(name))

export interface FacetSearch {
  /** Gaps, separated by '|': items that have all of them. */
  readonly gap?: string
  readonly withdrawn?: '1'
  /** A day: items changed on it or later. */
  readonly changed?: string
  /** Values of an attribute, separated by '|', or years: '1950-1960', '1950-', '-1960'. */
  readonly [facet: `facet.${string}`]: string
  /** States of the texts in a language, separated by '|', such as 'outdated|draft'. */
  readonly [text: `text.${string}`]: string
}

export type FacetName = `facet.${string}`

const facetNamePattern = /^facet\.[a-z][a-z0-9_]{0,59}$/
const gapsPattern = /^[a-z_|]{1,199}$/
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

export const isFacetName = (name: string): name is FacetName => facetNamePattern.test(name)

export const textFacetName = (lang: TextLanguage) => `text.${lang}` as const

/** Finds the language of a text facet; returns undefined for other facets. */
export const findFacetLanguage = (name: string) =>
  textLanguages.find((lang) => name === textFacetName(lang))

export const attributeFacetName = (key: string): FacetName => `facet.${key}`
export const facetAttributeKey = (name: FacetName): string => name.slice('facet.'.length)

/** Parses the facets of a list's address; drops invalid ones and other parameters. */
export function parseFacets(search: Record<string, unknown>): FacetSearch {
  const { gap, withdrawn, changed } = search
  const isFacet = (entry: [string, unknown]): entry is [FacetName, string] => {
    const [name, value] = entry
    const isKnown = isFacetName(name) || findFacetLanguage(name) !== undefined
    return isKnown && typeof value === 'string' && splitFacetValues(value).length > 0
  }

  const facets: Mutable<FacetSearch> = Object.fromEntries(Object.entries(search).filter(isFacet))
  if (typeof gap === 'string' && gapsPattern.test(gap)) facets.gap = gap
  if (withdrawn === '1') facets.withdrawn = withdrawn
  if (typeof changed === 'string' && dayPattern.test(changed)) facets.changed = changed
  return facets
}

/** Builds the search change that removes all facets. */
export const clearedFacets = (search: FacetSearch): Record<string, undefined> =>
  Object.fromEntries(Object.keys(parseFacets({ ...search })).map((name) => [name, undefined]))

/** Parses a range such as '1950-1960' to [1950, 1960]; a missing end is infinite. */
export function parseYearRange(text: string | undefined): readonly [number, number] | null {
  // '1950-1960', '1950-' or '-1960'
  const [, from = '', to = ''] = /^(\d{0,4})-(\d{0,4})$/.exec(text ?? '') ?? []
  if (from === '' && to === '') return null

  return [Number(from || Number.NEGATIVE_INFINITY), Number(to || Number.POSITIVE_INFINITY)]
}
