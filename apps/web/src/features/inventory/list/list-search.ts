import { type ItemType, inventoryTypes, maxChosenColumns } from '@vitrine/contract'
import { usualKeys } from './columns/columns.ts'
import { type FacetSearch, joinValues, readFacets, splitValues } from './facets/facet-search.ts'

export const views = ['list', 'grid'] as const
export type View = (typeof views)[number]

export interface Sort {
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
  readonly view?: View
  /** What is archived, instead of what is in use. */
  readonly archived?: '1'
  /** The number of the saved view that was opened; what was changed since is beside it. */
  readonly saved?: string
}

export type SearchChange = { readonly [Key in keyof ListSearch]?: ListSearch[Key] | undefined }

export const readListSearch =
  (type: ItemType) =>
  (search: Record<string, unknown>): ListSearch => {
    const { filter, sort, view, archived, saved } = search
    const knownView = views.find((known) => known === view)
    const columns = typeof search.columns === 'string' ? writeColumns(type, readColumns(search.columns)) : undefined
    return {
      ...readFacets(search),
      ...(typeof filter === 'string' && filter !== '' && { filter }),
      ...(columns && { columns }),
      ...(typeof sort === 'string' && readSort(type, sort, columns) && { sort }),
      ...(inventoryTypes[type].list.grid && knownView && { view: knownView }),
      ...(archived === '1' && { archived }),
      ...(typeof saved === 'string' && /^\d{1,10}$/.test(saved) && { saved }),
    }
  }

const columnKey = /^(?!identifier$)[a-z][a-z0-9_]{0,59}$/

/** The keys of an address's columns, each once; none for the usual ones. */
export const readColumns = (text: string | undefined): string[] =>
  [...new Set(splitValues(text))].filter((key) => columnKey.test(key)).slice(0, maxChosenColumns)

export const writeColumns = (type: ItemType, keys: readonly string[]): string | undefined =>
  keys.join() === usualKeys(type).join() ? undefined : joinValues(keys)

export function readSort(type: ItemType, text: string | undefined, columns: string | undefined): Sort | null {
  const by = text?.replace(/^-/, '')
  const chosen = readColumns(columns)
  const isShown = by === 'identifier' || (chosen.length > 0 ? chosen : usualKeys(type)).some((key) => key === by)
  return by && text && isShown ? { by, descending: text.startsWith('-') } : null
}

/** The first click on a column sorts by it, the second the other way round, the third as it was. */
export function nextSort(sort: Sort | null, by: string): string | undefined {
  if (sort?.by !== by) return by
  return sort.descending ? undefined : `-${by}`
}

const keyOf = (type: ItemType) => `${type}View`

/** The view chosen last in this browser, for an address that says nothing of it. */
export const rememberedView = (type: ItemType): View =>
  views.find((view) => view === localStorage.getItem(keyOf(type))) ?? 'list'

export const rememberView = (type: ItemType, view: View): void => localStorage.setItem(keyOf(type), view)
