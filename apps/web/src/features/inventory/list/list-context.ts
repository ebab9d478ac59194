import type { ItemType } from '@vitrine/contract'
import { createContext, use } from 'react'
import type { ListSearch, SearchChange } from './list-search.ts'

/** Which form is open above the list; an open one hides its own button. */
export type Mode = 'none' | 'add' | 'upload' | 'labels' | 'change'

interface ShownList {
  readonly type: ItemType
  readonly search: ListSearch
  /** Changes the address, as a step that the browser can take back. */
  readonly onSearch: (change: SearchChange) => void
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
  /** On a phone buttons are icons alone, and what has no room at all is in the menu of views. */
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
