import type { ItemType, ManyChange } from '@vitrine/contract'
import { createContext, type ReactNode, use } from 'react'
import type { Layout, ListSearch, SearchChange } from './list-search.ts'

/** What is open: a form above the rows, whose own button is hidden then, or a panel beside them. */
export type Mode = 'none' | 'add' | 'upload' | 'labels' | 'change' | 'move'

export type Tool = 'Filters' | 'Columns' | 'Select'

export interface PickedItems {
  readonly ids: readonly number[]
  readonly onClose: () => void
}

/** What other features do with the items of a list. The same object each time: a key in the filter must not draw it again. */
export interface ListFeatures {
  readonly upload: (onClose: () => void) => ReactNode
  readonly labels: (picked: PickedItems) => ReactNode
  readonly change: (picked: PickedItems) => ReactNode
  readonly move: (picked: PickedItems) => ReactNode
  /** Does to these items what needs no preview; `done` says what was done. */
  readonly onMany: (ids: number[], change: ManyChange, done: string) => void
  readonly pdf: (onClose: () => void, ids?: readonly number[]) => ReactNode
  /** The choice of their language. */
  readonly pdfLanguage: ReactNode
  readonly onSearchEverything: (text: string) => void
}

interface ShownList {
  readonly type: ItemType
  readonly search: ListSearch
  /** Changes the address, as a step that the browser can take back. */
  readonly onSearch: (change: SearchChange) => void
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
  readonly layout: Layout
  readonly onLayout: (layout: Layout) => void
  readonly isFacetsOpen: boolean
  readonly onTool: (tool: Tool) => void
  readonly features: ListFeatures
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
