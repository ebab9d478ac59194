import type { ItemListEntry, ItemType } from '@vitrine/contract'
import { useMemo } from 'react'
import { useColumnData } from './columns/use-column-data.ts'
import { usualCells } from './columns.ts'
import { readFacets } from './facets/facet-search.ts'
import { useFacets } from './facets/use-facets.ts'
import { type ListSearch, readColumns, readSort } from './list-search.ts'
import { useFoundItems } from './use-found-items.ts'

/** What the list shows of the items: which columns, and which rows in which order. */
export function useShownItems(
  type: ItemType,
  items: readonly ItemListEntry[],
  search: ListSearch,
  query: string,
  isFacetsOpen: boolean,
) {
  const active = useMemo(() => readFacets({ ...search }), [search])
  const isFaceted = Object.keys(active).length > 0
  const isChosen = search.columns !== undefined
  const { loaded, failed } = useColumnData(type, items, isFacetsOpen || isFaceted || isChosen)
  const cells = useMemo(
    () =>
      loaded && search.columns !== undefined
        ? loaded.chosenCells(type, readColumns(search.columns), loaded.rows, loaded.attributes)
        : usualCells(type),
    [type, search.columns, loaded],
  )
  const sort = useMemo(() => readSort(type, search.sort, search.columns), [type, search.sort, search.columns])
  const facets = useFacets(items, useFoundItems(type, items, cells, query, sort), active, loaded)
  return {
    cells,
    sort,
    facets,
    found: facets.found,
    isFaceted,
    /** Nothing is shown until it is known what to show. */
    isPending: (isFaceted || isChosen) && !loaded && !failed,
    failed,
    /** What the address asks for, and can't have. */
    unknown: useMemo(() => loaded?.unknownAttributes(type, search, loaded.attributes) ?? [], [type, search, loaded]),
  }
}
