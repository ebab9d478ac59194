import type { ItemListEntry } from '@vitrine/contract'
import { useMemo } from 'react'
import { useSelectedIds } from './row-selection.tsx'

/** Which items are selected, in the order of the list. */
export function useSelection(items: readonly ItemListEntry[], shownIds: () => readonly number[]) {
  const choice = useSelectedIds(shownIds)
  const { chosen } = choice
  const ids = useMemo(
    () => items.flatMap(({ id }) => (chosen.has(id) ? [id] : [])),
    [items, chosen],
  )
  return { ...choice, ids }
}

export type Selection = ReturnType<typeof useSelection>
