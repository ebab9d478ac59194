import type { ItemListEntry, ItemType } from '@vitrine/contract'
import { useCallback, useEffect, useRef } from 'react'
import { buildCsvRows } from './columns/columns.ts'

/** The rows that are shown, read at the click: their buttons need not be drawn again with every key in the filter. */
export function useLatestRows(type: ItemType, items: readonly ItemListEntry[], found: Uint32Array) {
  const latest = useRef({ items, found })
  useEffect(() => {
    latest.current = { items, found }
  })
  return {
    /** As texts, for a CSV file. */
    csvRows: useCallback(
      () => buildCsvRows(type, latest.current.items, latest.current.found),
      [type],
    ),
    ids: useCallback(() => listShownIds(latest.current.items, latest.current.found), []),
    areAll: useCallback(() => latest.current.found.length === latest.current.items.length, []),
  }
}

export type LatestRows = ReturnType<typeof useLatestRows>

export const listShownIds = (items: readonly ItemListEntry[], found: Uint32Array): number[] =>
  Array.from(found).flatMap((row) => items[row]?.id ?? [])
