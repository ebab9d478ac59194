import type { ItemListEntry, ItemType } from '@vitrine/contract'
import { useCallback, useEffect, useRef } from 'react'
import { buildCsvRows } from './columns/columns.ts'

/** Getters of the rows shown, to be read on click: buttons need not re-render with every key. */
export function useLatestRows(
  type: ItemType,
  items: readonly ItemListEntry[],
  foundRows: Uint32Array,
) {
  const latest = useRef({ items, foundRows })
  useEffect(() => {
    latest.current = { items, foundRows }
  })

  return {
    csvRows: useCallback(
      () => buildCsvRows(type, latest.current.items, latest.current.foundRows),
      [type],
    ),
    ids: useCallback(() => listShownIds(latest.current.items, latest.current.foundRows), []),
    areAllShown: useCallback(
      () => latest.current.foundRows.length === latest.current.items.length,
      [],
    ),
  }
}

export type LatestRows = ReturnType<typeof useLatestRows>

export const listShownIds = (items: readonly ItemListEntry[], foundRows: Uint32Array): number[] =>
  Array.from(foundRows, (row) => items[row]?.id).filter((id) => id !== undefined)
