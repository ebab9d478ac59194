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

/** How the items are laid out. */
export const listLayouts = ['list', 'grid'] as const
export type ListLayout = (typeof listLayouts)[number]

export interface ListSort {
  readonly by: string
  readonly descending: boolean
}

/** What the address says about a list; what it does not say is as usual. */
export interface ListSearch extends FacetSearch {
  readonly filter?: string
  /** A column's key, with '-' in front for the other way round. */
  readonly sort?: string
  /** Keys of attributes, separated by '|': the columns after the identifier, instead of the usual ones. */
  readonly columns?: string
  readonly view?: ListLayout
  /** What is archived, instead of what is in use. */
  readonly archived?: '1'
  /** The number of the saved view that was opened; what was changed since is beside it. */
  readonly saved?: string
}

export type SearchChange = { readonly [Key in keyof ListSearch]?: ListSearch[Key] | undefined }

export const parseListSearch =
  (type: ItemType) =>
  (search: Record<string, unknown>): ListSearch => {
    const { filter, sort, view, archived, saved } = search
    const layout = listLayouts.find((known) => known === view)
    const columns =
      typeof search.columns === 'string'
        ? formatColumns(type, parseColumns(search.columns))
        : undefined
    return {
      ...parseFacets(search),
      ...(typeof filter === 'string' && filter !== '' && { filter }),
      ...(columns && { columns }),
      ...(typeof sort === 'string' && parseSort(type, sort, columns) && { sort }),
      ...(inventoryTypes[type].list.grid && layout && { view: layout }),
      ...(archived === '1' && { archived }),
      ...(typeof saved === 'string' && /^\d{1,10}$/.test(saved) && { saved }),
    }
  }

const columnKey = /^(?!identifier$)[a-z][a-z0-9_]{0,59}$/

/** The keys of an address's columns, each once; none for the usual ones. */
export const parseColumns = (text: string | undefined): string[] =>
  [...new Set(splitFacetValues(text))]
    .filter((key) => columnKey.test(key))
    .slice(0, maxChosenColumns)

export const formatColumns = (type: ItemType, keys: readonly string[]): string | undefined =>
  keys.join() === usualColumnKeys(type).join() ? undefined : joinFacetValues(keys)

export function parseSort(
  type: ItemType,
  text: string | undefined,
  columns: string | undefined,
): ListSort | null {
  const by = text?.replace(/^-/, '')
  const chosen = parseColumns(columns)
  const isShown =
    by === 'identifier' ||
    (chosen.length > 0 ? chosen : usualColumnKeys(type)).some((key) => key === by)
  return by && text && isShown ? { by, descending: text.startsWith('-') } : null
}

/** The first click on a column sorts by it, the second the other way round, the third as it was. */
export function nextSort(sort: ListSort | null, by: string): string | undefined {
  if (sort?.by !== by) return by
  return sort.descending ? undefined : `-${by}`
}

export interface FacetSearch {
  /** Rules of gaps, separated by '|': items that have all of them. */
  readonly gap?: string
  readonly withdrawn?: '1'
  /** A calendar day: items changed on it or later. */
  readonly changed?: string
  /** Values of an attribute, separated by '|'; of years a range such as '1950-1960', open where one is missing. */
  readonly [facet: `facet.${string}`]: string
  /** How the texts stand in a language: states separated by '|', such as 'outdated|draft'. */
  readonly [text: `text.${string}`]: string
}

export type FacetName = `facet.${string}`

const facetNamePattern = /^facet\.[a-z][a-z0-9_]{0,59}$/
const rules = /^[a-z_|]{1,199}$/
const day = /^\d{4}-\d{2}-\d{2}$/

export const isFacetName = (name: string): name is FacetName => facetNamePattern.test(name)
export const textFacetName = (lang: TextLanguage) => `text.${lang}` as const
/** The language of such a facet; undefined for others. */
export const findFacetLanguage = (name: string) =>
  textLanguages.find((lang) => name === textFacetName(lang))
export const attributeFacetName = (key: string): FacetName => `facet.${key}`
export const facetAttributeKey = (name: FacetName): string => name.slice('facet.'.length)

export function parseFacets(search: Record<string, unknown>): FacetSearch {
  const { gap, withdrawn, changed } = search
  const values = Object.entries(search).filter(
    (entry): entry is [FacetName, string] =>
      (isFacetName(entry[0]) || findFacetLanguage(entry[0]) !== undefined) &&
      typeof entry[1] === 'string' &&
      splitFacetValues(entry[1]).length > 0,
  )
  return {
    ...Object.fromEntries(values),
    ...(typeof gap === 'string' && rules.test(gap) && { gap }),
    ...(withdrawn === '1' && { withdrawn }),
    ...(typeof changed === 'string' && day.test(changed) && { changed }),
  }
}

export const clearedFacets = (search: FacetSearch): Record<string, undefined> =>
  Object.fromEntries(Object.keys(parseFacets({ ...search })).map((name) => [name, undefined]))

/** '1950-1960' → [1950, 1960]; a missing end is open. */
export function parseYearRange(text: string | undefined): readonly [number, number] | null {
  const [, from = '', to = ''] = /^(\d{0,4})-(\d{0,4})$/.exec(text ?? '') ?? []
  if (from === '' && to === '') return null
  return [Number(from || Number.NEGATIVE_INFINITY), Number(to || Number.POSITIVE_INFINITY)]
}
