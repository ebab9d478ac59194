import { useQuery } from '@tanstack/react-query'
import type { SavedView } from '@vitrine/contract'
import { useEffect, useMemo } from 'react'
import { LoadFailure } from '../../../../ui/feedback/list-states.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { inventoryQueries } from '../../inventory-queries.ts'
import { parseListSearch } from '../list-search.ts'
import { useShownItems } from '../use-shown-items.ts'

interface ViewItemsProps {
  readonly view: SavedView
  /** The ids of the items that the view shows; none until they are known. */
  readonly onItems: (ids: readonly number[]) => void
}

const none: readonly never[] = []

/** How many items a saved view shows, and which. */
export function ViewItems({ view: { type, search }, onItems }: ViewItemsProps) {
  const list = useQuery(inventoryQueries.list(type))
  const items = list.data ?? none
  const parts = useMemo(() => parseListSearch(type)(search), [type, search])
  const { found, isPending } = useShownItems(type, items, parts, parts.filter ?? '', false)
  useEffect(() => {
    onItems(isPending ? [] : [...found].flatMap((row) => items[row]?.id ?? []))
  }, [found, items, isPending, onItems])
  if (list.isError) return <LoadFailure what="The items" query={list} />
  return (
    <p className="note">
      {list.isPending || isPending ? 'Counting…' : `${formatNumber(found.length)} items`}
    </p>
  )
}
