import type { ItemListEntry, ItemType } from '@vitrine/contract'
import { useMemo } from 'react'
import { rowFilter } from '../../../ui/lists/row-filter.ts'
import { columnsOf, rowText, textOf } from './columns.ts'
import { readSort } from './list-search.ts'
import { givenOrder, sortOrder } from './sort-order.ts'

/** The rows that the filter finds, in the order wanted. Each step is done again only when what it needs changed. */
export function useFoundItems(
  type: ItemType,
  items: readonly ItemListEntry[],
  query: string,
  sort: string | undefined,
): Uint32Array {
  const texts = useMemo(() => {
    const columns = columnsOf(type)
    return items.map((item) => rowText(columns, item))
  }, [type, items])

  const order = useMemo(() => {
    const wanted = readSort(type, sort)
    const column = wanted && columnsOf(type).find(({ key }) => key === wanted.by)
    return column
      ? sortOrder(
          items.map((item) => textOf(column, item)),
          wanted.descending,
        )
      : givenOrder(items.length)
  }, [type, items, sort])

  const filter = useMemo(() => rowFilter(texts, order), [texts, order])
  return useMemo(() => filter.find(query), [filter, query])
}
