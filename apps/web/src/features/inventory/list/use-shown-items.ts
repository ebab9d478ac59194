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

/** What the list shows of the items: which columns, and which rows in which order. */
export function useShownItems(
  type: ItemType,
  items: readonly ItemListEntry[],
  search: ListSearch,
  query: string,
  isFacetsOpen: boolean,
) {
  const active = useMemo(() => parseFacets({ ...search }), [search])
  const isFaceted = Object.keys(active).length > 0
  const isChosen = search.columns !== undefined
  const { loaded, failed } = useColumnData(type, items, isFacetsOpen || isFaceted || isChosen)
  const cells = useMemo(
    () =>
      loaded && search.columns !== undefined
        ? loaded.buildChosenCells(
            type,
            parseColumns(search.columns),
            loaded.rows,
            loaded.attributes,
          )
        : usualCells(type),
    [type, search.columns, loaded],
  )
  const sort = useMemo(
    () => parseSort(type, search.sort, search.columns),
    [type, search.sort, search.columns],
  )
  const found = useFoundItems(type, items, cells, query, sort)
  const faceted = useMemo(
    () =>
      loaded?.applyFacets(
        found,
        loaded.buildFacetTests(active, items, loaded.rows, loaded.attributes, loaded.places),
      ),
    [loaded, found, active, items],
  )
  const facets = {
    active,
    /** What the typed filter alone finds. */
    typed: found,
    found: faceted?.hits ?? found,
    counted:
      loaded && faceted
        ? { rows: loaded.rows, attributes: loaded.attributes, places: loaded.places, faceted }
        : null,
  }
  return {
    cells,
    sort,
    facets,
    found: facets.found,
    isFaceted,
    /** Nothing is shown until it is known what to show. */
    isPending: (isFaceted || isChosen) && !loaded && !failed,
    failed,
    unknown: useMemo(
      () => loaded?.findUnknownAttributes(type, search, loaded.attributes) ?? [],
      [type, search, loaded],
    ),
  }
}

export type ShownItems = ReturnType<typeof useShownItems>
export type FacetState = ShownItems['facets']

/** The attributes that the list itself does not hold, by its rows; loaded when a facet or a chosen column needs them. */
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

/** The rows that the filter finds, in the order wanted. Each step is done again only when what it needs changed. */
function useFoundItems(
  type: ItemType,
  items: readonly ItemListEntry[],
  cells: readonly TableCell[],
  query: string,
  sort: ListSort | null,
): Uint32Array {
  const texts = useMemo(() => {
    // What the usual columns hold is found whether or not they are shown.
    const columns = [
      ...new Map(
        columnsOfCells([...usualCells(type), ...cells]).map((one) => [one.key, one]),
      ).values(),
    ]
    return items.map((item, row) => buildFilterLine(columns, item, row))
  }, [type, items, cells])

  const by = sort?.by
  const descending = sort?.descending ?? false
  const order = useMemo(() => {
    const column = columnsOfCells(cells).find(({ key }) => key === by)
    if (!column) return originalOrder(items.length)
    return sortRows(
      items.map((item, row) => column.text(item, row)),
      descending,
      column.kind,
    )
  }, [items, cells, by, descending])

  const filter = useMemo(() => createRowFilter(texts, order), [texts, order])
  return useMemo(() => filter.find(query), [filter, query])
}
