import type { ItemType } from '@vitrine/contract'
import { createContext, use } from 'react'
import type { ListSearch, SearchChange } from './list-search.ts'

/** What is open: a form above the rows, whose own button is hidden then, or a panel beside them. */
export type Mode = 'none' | 'add' | 'upload' | 'labels' | 'change' | 'move'

interface ShownList {
  readonly type: ItemType
  readonly search: ListSearch
  /** Changes the address, as a step that the browser can take back. */
  readonly onSearch: (change: SearchChange) => void
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
  /** On a phone the specified buttons stay in sight, and everything else is in one menu. */
  readonly narrow: boolean
}

const Shown = createContext<ShownList | null>(null)

export const ListProvider = Shown.Provider

/** The list of the page. Its value stays the same while the filter is typed. */
export function useList(): ShownList {
  const shown = use(Shown)
  if (shown === null) throw new Error('useList was called outside the page of an inventory.')
  return shown
}

/** How many rows a filter leaves, null without one. Apart from the list: it changes with every key. */
export const FilteredCount = createContext<number | null>(null)
