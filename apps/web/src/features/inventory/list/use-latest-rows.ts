import type { ItemListEntry, ItemType } from '@vitrine/contract'
import { useCallback, useEffect, useRef } from 'react'
import { buildCsvRows } from './columns/columns.ts'

/** The rows shown, read on click, so that buttons need not re-render with every key in the filter. */
export function useLatestRows(type: ItemType, items: readonly ItemListEntry[], found: Uint32Array) {
  const latest = useRef({ items, found })
  useEffect(() => {
    latest.current = { items, found }
  })
  return {
    csvRows: useCallback(
      () => buildCsvRows(type, latest.current.items, latest.current.found),
      [type],
    ),
    ids: useCallback(() => listShownIds(latest.current.items, latest.current.found), []),
    areAllShown: useCallback(() => latest.current.found.length === latest.current.items.length, []),
  }
}

export type LatestRows = ReturnType<typeof useLatestRows>

export const listShownIds = (items: readonly ItemListEntry[], found: Uint32Array): number[] =>
  Array.from(found).flatMap((row) => items[row]?.id ?? [])
