import type { ItemDetail } from '@vitrine/contract'
import { createContext, use } from 'react'

interface ShownItem {
  readonly item: ItemDetail
  /** Called after every change: fetches the item again, and what else shows it. */
  readonly refresh: () => Promise<void>
}

const Shown = createContext<ShownItem | null>(null)

export const ItemProvider = Shown.Provider

/** The item of the page. */
export function useItem(): ShownItem {
  const shown = use(Shown)
  if (shown === null) throw new Error('useItem was called outside the page of an item.')
  return shown
}
