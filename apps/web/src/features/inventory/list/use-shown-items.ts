import { useQuery } from '@tanstack/react-query'
import type { ItemListEntry, ItemType } from '@vitrine/contract'
import { useMemo } from 'react'
import { createRowFilter } from '../../../ui/lists/row-filter.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { buildFilterLine, columnsOfCells, type TableCell, usualCells } from './columns/columns.ts'
import {
  type ListSearch,
  type ListSort,
  parseColumns,
  parseFacets,
  parseSort,
} from './list-search.ts'
import { originalOrder, sortRows } from './sort-rows.ts'

interface ShownItemsOptions {
  readonly type: ItemType
  readonly items: readonly ItemListEntry[]
  readonly search: ListSearch
  /** The typed filter, which may be ahead of the one in `search`. */
  readonly query: string
  readonly isFacetsOpen: boolean
}

/** What the list shows: its columns, and the rows in order after filter and facets. */
export function useShownItems(options: ShownItemsOptions) {
  const { type, items, search, query, isFacetsOpen } = options
  const active = useMemo(() => parseFacets({ ...search }), [search])
  const isFaceted = Object.keys(active).length > 0
  const hasChosenColumns = search.columns !== undefined
  const isDataNeeded = isFacetsOpen || isFaceted || hasChosenColumns
  const { loaded, failed } = useColumnData(type, items, isDataNeeded)

  const cells = useMemo(() => {
    if (!loaded || search.columns === undefined) return usualCells(type)
    const { rows, attributes: catalogue } = loaded
    return loaded.buildChosenCells(type, parseColumns(search.columns), { rows, catalogue })
  }, [type, search.columns, loaded])

  const sort = useMemo(
    () => parseSort(type, search.sort, search.columns),
    [type, search.sort, search.columns],
  )
  const foundRows = useFoundRows({ type, items, cells, query, sort })

  const faceted = useMemo(() => {
    if (!loaded) return null
    const { rows, attributes: catalogue, places } = loaded
    const tests = loaded.buildFacetTests(active, { items, rows, catalogue, places })
    return loaded.applyFacetTests(foundRows, tests)
  }, [loaded, foundRows, active, items])

  const facets = {
    active,
    /** The rows that the typed filter finds, before the facets. */
    rowsBeforeFacets: foundRows,
    foundRows: faceted?.hits ?? foundRows,
    facetData:
      loaded && faceted
        ? { rows: loaded.rows, attributes: loaded.attributes, places: loaded.places, faceted }
        : null,
  }

  return {
    cells,
    sort,
    facets,
    foundRows: facets.foundRows,
    isFaceted,
    /** Whether the rows can't be shown yet, because facets or columns need data that is loading. */
    isPending: (isFaceted || hasChosenColumns) && !loaded && !failed,
    failed,
    /** Attributes that the address names but that are no longer in use. */
    unknownAttributes: useMemo(
      () => loaded?.findUnknownAttributes(type, search, loaded.attributes) ?? [],
      [type, search, loaded],
    ),
  }
}

export type ShownItems = ReturnType<typeof useShownItems>
export type FacetState = ShownItems['facets']

/** Loads attribute values by row, and the code for them, once facets or chosen columns need them. */
function useColumnData(type: ItemType, items: readonly ItemListEntry[], isNeeded: boolean) {
  const query = useQuery({
    queryKey: [...inventoryQueries.rootKey, 'columns', type],
    queryFn: async ({ client, signal }) =>
      (await import('./column-data.ts')).loadColumnData(client, type, signal),
    enabled: isNeeded,
    structuralSharing: false,
    staleTime: 30_000,
  })
  const { data } = query
  const loaded = useMemo(
    () => data && { ...data, rows: data.createRowValues(items, data.columns) },
    [data, items],
  )
  return { loaded, failed: query.isError ? query : null }
}

interface FoundRowsOptions extends Pick<ShownItemsOptions, 'type' | 'items' | 'query'> {
  readonly cells: readonly TableCell[]
  readonly sort: ListSort | null
}

/** Finds the rows that match the filter, sorted. Each step is memoized by what it depends on. */
function useFoundRows({ type, items, cells, query, sort }: FoundRowsOptions): Uint32Array {
  const texts = useMemo(() => {
    // The filter also searches the usual columns if they are not shown.
    const columnsByKey = new Map(
      columnsOfCells([...usualCells(type), ...cells]).map((column) => [column.key, column]),
    )
    const columns = [...columnsByKey.values()]
    return items.map((item, row) => buildFilterLine(columns, item, row))
  }, [type, items, cells])

  const sortBy = sort?.by
  const descending = sort?.descending ?? false
  const sortedRows = useMemo(() => {
    const column = columnsOfCells(cells).find(({ key }) => key === sortBy)
    if (!column) return originalOrder(items.length)

    return sortRows(
      items.map((item, row) => column.text(item, row)),
      descending,
      column.kind,
    )
  }, [items, cells, sortBy, descending])

  const filter = useMemo(() => createRowFilter(texts, sortedRows), [texts, sortedRows])
  return useMemo(() => filter.find(query), [filter, query])
}
