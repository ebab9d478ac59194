import type { ItemListEntry, ItemType } from '@vitrine/contract'
import { useMemo } from 'react'
import { rowFilter } from '../../../ui/lists/row-filter.ts'
import { type Cell, columnsIn, rowText, usualCells } from './columns.ts'
import type { Sort } from './list-search.ts'
import { givenOrder, sortOrder } from './sort-order.ts'

/** The rows that the filter finds, in the order wanted. Each step is done again only when what it needs changed. */
export function useFoundItems(
  type: ItemType,
  items: readonly ItemListEntry[],
  cells: readonly Cell[],
  query: string,
  sort: Sort | null,
): Uint32Array {
  const texts = useMemo(() => {
    // What the usual columns hold is found whether or not they are shown.
    const columns = [...new Map(columnsIn([...usualCells(type), ...cells]).map((one) => [one.key, one])).values()]
    return items.map((item, row) => rowText(columns, item, row))
  }, [type, items, cells])

  const by = sort?.by
  const descending = sort?.descending ?? false
  const order = useMemo(() => {
    const column = columnsIn(cells).find(({ key }) => key === by)
    if (!column) return givenOrder(items.length)
    return sortOrder(
      items.map((item, row) => column.text(item, row)),
      descending,
      column.kind,
    )
  }, [items, cells, by, descending])

  const filter = useMemo(() => rowFilter(texts, order), [texts, order])
  return useMemo(() => filter.find(query), [filter, query])
}
