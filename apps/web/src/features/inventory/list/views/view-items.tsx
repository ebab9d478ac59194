import { useQuery } from '@tanstack/react-query'
import type { SavedView } from '@vitrine/contract'
import { useEffect, useMemo } from 'react'
import { LoadFailure } from '../../../../ui/feedback/list-states.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { inventoryQueries } from '../../inventory-queries.ts'
import { parseListSearch } from '../list-search.ts'
import { listShownIds } from '../use-latest-rows.ts'
import { useShownItems } from '../use-shown-items.ts'

interface ViewItemsProps {
  readonly view: SavedView
  /** Called with the ids of the items that the view shows; with none until they are known. */
  readonly onItems: (ids: readonly number[]) => void
}

const noItems: readonly never[] = []

/** Shows how many items a saved view has, and passes their ids to the parent. */
export function ViewItems({ view: { type, search }, onItems }: ViewItemsProps) {
  const list = useQuery(inventoryQueries.list(type))
  const items = list.data ?? noItems
  const listSearch = useMemo(() => parseListSearch(type)(search), [type, search])
  const { foundRows, isPending } = useShownItems({
    type,
    items,
    search: listSearch,
    query: listSearch.filter ?? '',
    isFacetsOpen: false,
  })

  useEffect(() => {
    onItems(isPending ? [] : listShownIds(items, foundRows))
  }, [foundRows, items, isPending, onItems])

  if (list.isError) return <LoadFailure what="The items" query={list} />

  return (
    <p className="note">
      {list.isPending || isPending ? 'Counting…' : `${formatNumber(foundRows.length)} items`}
    </p>
  )
}
