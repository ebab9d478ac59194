import type { ItemListEntry } from '@vitrine/contract'
import { useMemo } from 'react'
import { useSelectedIds } from './row-selection.tsx'

/** The selection of a list; `ids` are in the order of `items`. */
export function useSelection(
  items: readonly ItemListEntry[],
  getShownIds: () => readonly number[],
) {
  const selection = useSelectedIds(getShownIds)
  const { chosen } = selection
  const ids = useMemo(
    () => items.map(({ id }) => id).filter((id) => chosen.has(id)),
    [items, chosen],
  )
  return { ...selection, ids }
}

export type Selection = ReturnType<typeof useSelection>
