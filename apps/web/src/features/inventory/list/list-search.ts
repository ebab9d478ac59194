import { type ColumnKey, type ItemType, inventoryTypes } from '@vitrine/contract'
import { columnsOf } from './columns.ts'
import { type FacetSearch, readFacets } from './facets/facet-search.ts'

export const views = ['list', 'grid'] as const
export type View = (typeof views)[number]

export interface Sort {
  readonly by: ColumnKey
  readonly descending: boolean
}

/** What the address says about a list; what it does not say is as usual. */
export interface ListSearch extends FacetSearch {
  readonly filter?: string
  /** A column's key, with '-' in front for the other way round. */
  readonly sort?: string
  readonly view?: View
  /** What is archived, instead of what is in use. */
  readonly archived?: '1'
}

export const readListSearch =
  (type: ItemType) =>
  (search: Record<string, unknown>): ListSearch => {
    const { filter, sort, view, archived } = search
    const knownView = views.find((known) => known === view)
    return {
      ...readFacets(search),
      ...(typeof filter === 'string' && filter !== '' && { filter }),
      ...(typeof sort === 'string' && readSort(type, sort) && { sort }),
      ...(inventoryTypes[type].list.grid && knownView && { view: knownView }),
      ...(archived === '1' && { archived }),
    }
  }

export function readSort(type: ItemType, text: string | undefined): Sort | null {
  const by = columnsOf(type).find(({ key }) => key === text?.replace(/^-/, ''))?.key
  return by && text ? { by, descending: text.startsWith('-') } : null
}

/** The first click on a column sorts by it, the second the other way round, the third as it was. */
export function nextSort(sort: Sort | null, by: ColumnKey): string | undefined {
  if (sort?.by !== by) return by
  return sort.descending ? undefined : `-${by}`
}
