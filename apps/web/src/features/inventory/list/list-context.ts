import type { BulkChange, ItemType } from '@vitrine/contract'
import { createContext, type ReactNode, use } from 'react'
import type { ListLayout, ListSearch, SearchChange } from './list-search.ts'

/** What is open: a form above the rows, whose own button is hidden then, or a panel beside them. */
export type ListMode = 'none' | 'add' | 'upload' | 'labels' | 'change' | 'move'

export type ListTool = 'Filters' | 'Columns' | 'Select'

export interface PanelItems {
  readonly ids: readonly number[]
  readonly onClose: () => void
}

/** What other features do with the items of a list. The same object each time: a key in the filter must not draw it again. */
export interface ListFeatures {
  readonly upload: (onClose: () => void) => ReactNode
  readonly labels: (picked: PanelItems) => ReactNode
  readonly change: (picked: PanelItems) => ReactNode
  readonly move: (picked: PanelItems) => ReactNode
  /** Does to these items what needs no preview; `done` says what was done. */
  readonly onMany: (ids: number[], change: BulkChange, done: string) => void
  readonly pdf: (onClose: () => void, ids?: readonly number[]) => ReactNode
  /** The choice of their language. */
  readonly pdfLanguage: ReactNode
  readonly onSearchEverything: (text: string) => void
}

interface ListContext {
  readonly type: ItemType
  readonly search: ListSearch
  /** Changes the address, as a step that the browser can take back. */
  readonly onSearch: (change: SearchChange) => void
  readonly mode: ListMode
  readonly onMode: (mode: ListMode) => void
  readonly layout: ListLayout
  readonly onLayout: (layout: ListLayout) => void
  readonly isFacetsOpen: boolean
  readonly onTool: (tool: ListTool) => void
  readonly features: ListFeatures
  /** On a phone the specified buttons stay in sight, and everything else is in one menu. */
  readonly narrow: boolean
}

const Shown = createContext<ListContext | null>(null)

export const ListProvider = Shown.Provider

/** The list of the page. Its value stays the same while the filter is typed. */
export function useList(): ListContext {
  const shown = use(Shown)
  if (shown === null) throw new Error('useList was called outside the page of an inventory.')
  return shown
}

/** How many rows a filter leaves, null without one. Apart from the list: it changes with every key. */
export const FilteredCount = createContext<number | null>(null)
