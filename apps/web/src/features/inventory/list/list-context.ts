import type { BulkChange, ItemType } from '@vitrine/contract'
import { createContext, type ReactNode, use } from 'react'
import type { ListLayout, ListSearch, SearchChange } from './list-search.ts'

/** The open form above the rows, or the open panel beside them. */
export type ListMode = 'none' | 'add' | 'upload' | 'labels' | 'change' | 'move'

export type ListTool = 'Filters' | 'Columns' | 'Select'

/** What a panel beside the list needs to know. */
export interface PanelItems {
  readonly ids: readonly number[]
  readonly onClose: () => void
}

/**
 * Parts of the list from other features. Pass the same object each time: typing in the filter must
 * not re-render the list.
 */
export interface ListFeatures {
  readonly upload: (onClose: () => void) => ReactNode
  readonly labels: (panelItems: PanelItems) => ReactNode
  readonly change: (panelItems: PanelItems) => ReactNode
  readonly move: (panelItems: PanelItems) => ReactNode
  /** Changes items without a preview; `outcome` completes the sentence '3 items …'. */
  readonly onChangeMany: (ids: number[], change: BulkChange, outcome: string) => void
  /** A menu of further papers of the selected items. */
  readonly morePapers: (ids: readonly number[]) => ReactNode
  readonly pdf: (onClose: () => void, ids?: readonly number[]) => ReactNode
  /** The menu to choose the PDF's language. */
  readonly pdfLanguage: ReactNode
  readonly onSearchEverything: (text: string) => void
}

interface ListContext {
  readonly type: ItemType
  readonly search: ListSearch
  /** Changes the search parameters, as a new history entry. */
  readonly onSearch: (change: SearchChange) => void
  readonly mode: ListMode
  readonly onMode: (mode: ListMode) => void
  readonly layout: ListLayout
  readonly onLayout: (layout: ListLayout) => void
  readonly isFacetsOpen: boolean
  readonly onTool: (tool: ListTool) => void
  readonly features: ListFeatures
  /** Whether the window is as narrow as a phone's, where most tools are in one menu. */
  readonly narrow: boolean
}

const ListOfPage = createContext<ListContext | null>(null)

export const ListProvider = ListOfPage.Provider

/** The list that the page shows. The value stays the same while the user types in the filter. */
export function useList(): ListContext {
  const context = use(ListOfPage)
  if (context === null) throw new Error('useList was called outside the page of an inventory.')
  return context
}

/** Number of rows found, null without a filter. A context of its own: it changes with every key. */
export const FilteredCountContext = createContext<number | null>(null)
