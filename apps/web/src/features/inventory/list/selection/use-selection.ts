import type { ItemListEntry } from '@vitrine/contract'
import { useMemo } from 'react'
import { useSelectedIds } from '../../../../ui/lists/selected-ids.ts'

/** The selected items of a list; their `ids` have the order of `items`. */
export function useSelection(
  items: readonly ItemListEntry[],
  getShownIds: () => readonly number[],
) {
  const selection = useSelectedIds(getShownIds)
  const { selectedIds } = selection
  const ids = useMemo(
    () => items.map(({ id }) => id).filter((id) => selectedIds.has(id)),
    [items, selectedIds],
  )
  return { ...selection, ids }
}

export type Selection = ReturnType<typeof useSelection>
