import type { ItemListEntry } from '@vitrine/contract'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { useKeepFocus } from '../../../ui/forms/use-keep-focus.ts'
import { lazyWithFallback } from '../../../ui/layout/lazy-with-fallback.tsx'
import { buildCsvRows, listCsvKeys } from './columns/columns.ts'
import styles from './inventory-page.module.css'
import { FilteredCountContext, useList } from './list-context.ts'
import { FiltersButton, ListTools } from './list-tools.tsx'
import type { Selection } from './selection/use-selection.ts'
import type { LatestRows } from './use-latest-rows.ts'
import type { ShownItems } from './use-shown-items.ts'

// Loaded on demand, because most visits only read a list.
const SelectionBar = lazyWithFallback(
  async () => (await import('./selection/selection-bar.tsx')).SelectionBar,
)

interface ListToolbarProps {
  /** The filter field. */
  readonly children: ReactNode
  readonly items: readonly ItemListEntry[]
  readonly shown: ShownItems
  readonly selection: Selection
  readonly onEndSelection: () => void
  readonly latestRows: LatestRows
  readonly onPdf: (ids: 'all' | readonly number[]) => void
}

/** The filter field, and beside it the tools or the actions for selected items. */
export function ListToolbar(props: ListToolbarProps) {
  const { children, items, shown, selection, onEndSelection, latestRows, onPdf } = props
  const { type, search, narrow } = useList()
  const { cells, foundRows } = shown
  const { areAllShown, ids } = latestRows
  const toolsRef = useRef<HTMLDivElement>(null)
  // The pressed button disappears: the tools and the selection's actions replace each other.
  useKeepFocus(String(selection.isSelecting), toolsRef)

  const columns = useMemo(
    () => (search.columns === undefined ? undefined : listCsvKeys(cells)),
    [search.columns, cells],
  )
  const printShown = useCallback(
    () => onPdf(areAllShown() ? 'all' : ids()),
    [areAllShown, ids, onPdf],
  )

  return (
    <div
      className={`${styles.toolbar} no-print`}
      data-choosing={selection.isSelecting || undefined}
    >
      <div className={`flex-middle ${styles.filter}`}>
        {children}
        {narrow && !selection.isSelecting && <FiltersButton />}
      </div>
      <div ref={toolsRef} tabIndex={-1} className={`flex-middle ${styles.tools}`}>
        {selection.isSelecting ? (
          <SelectionBar
            selection={selection}
            rows={() => buildCsvRows(type, items, findSelectedRows(items, selection.selectedIds))}
            columns={columns}
            onDone={onEndSelection}
            onPdf={() => onPdf(selection.ids)}
          />
        ) : (
          <FilteredCountContext value={foundRows.length < items.length ? foundRows.length : null}>
            <ListTools
              nothingFound={foundRows.length === 0}
              rows={latestRows.csvRows}
              ids={ids}
              columns={columns}
              onPdf={printShown}
            />
          </FilteredCountContext>
        )}
      </div>
    </div>
  )
}

const findSelectedRows = (
  items: readonly ItemListEntry[],
  selectedIds: ReadonlySet<number>,
): Uint32Array =>
  Uint32Array.from(items.keys()).filter((row) => selectedIds.has(items[row]?.id ?? 0))
