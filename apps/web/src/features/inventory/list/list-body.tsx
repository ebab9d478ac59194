import type { ItemListEntry } from '@vitrine/contract'
import { type Ref, useCallback, useMemo } from 'react'
import { LoadFailure } from '../../../ui/feedback/list-states.tsx'
import { lazyWithFallback } from '../../../ui/layout/lazy-with-fallback.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import styles from './inventory-page.module.css'
import { type ListMode, useList } from './list-context.ts'
import { clearedFacets, nextSort } from './list-search.ts'
import type { ListHandle } from './rows/item-rows.tsx'
import { ItemTable } from './rows/item-table.tsx'
import type { Selection } from './selection/use-selection.ts'
import { listShownIds } from './use-latest-rows.ts'
import type { ShownItems } from './use-shown-items.ts'

// Loaded on demand, because most visits only read a list.
const ItemGrid = lazyWithFallback(
  async () => (await import('./rows/item-grid.tsx')).ItemGrid,
  <RowSkeletons label="Loading the grid" rows={10} />,
)
const FacetPanel = lazyWithFallback(
  async () => (await import('./facets/facet-panel.tsx')).FacetPanel,
)
const NothingFound = lazyWithFallback(
  async () => (await import('./nothing-found.tsx')).NothingFound,
)

interface ListBodyProps {
  readonly ref: Ref<HTMLDivElement>
  readonly rowsRef: Ref<ListHandle>
  readonly items: readonly ItemListEntry[]
  readonly shown: ShownItems
  readonly selection: Selection
  readonly onFacetsClose: () => void
}

/** The rows, with the facets on their left and a panel for selected items on their right. */
export function ListBody({ ref, rowsRef, items, shown, selection, onFacetsClose }: ListBodyProps) {
  const { search, onSearch, mode, layout, isFacetsOpen, narrow } = useList()
  const { cells, foundRows, facets, sort } = shown
  const isPanelOpen = isPanelMode(mode)

  const sortBy = useCallback(
    (by: string) => onSearch({ sort: nextSort(sort, by) }),
    [onSearch, sort],
  )
  const rowsProps = {
    ref: rowsRef,
    items,
    foundRows,
    selection: { ...selection, isOn: selection.isSelecting || isPanelOpen },
  }

  return (
    <div
      ref={ref}
      className={styles.body}
      data-left={(isFacetsOpen && !narrow) || undefined}
      data-right={(isPanelOpen && !narrow) || undefined}
    >
      {isFacetsOpen && (
        <div className={styles.side}>
          <FacetPanel facets={facets} items={items} onClose={onFacetsClose} />
        </div>
      )}
      {shown.isPending && <RowSkeletons label="Loading the columns" rows={10} />}
      {shown.failed && <LoadFailure what="The columns" query={shown.failed} />}
      {!shown.isPending && (
        <div>
          {layout === 'grid' ? (
            <ItemGrid {...rowsProps} />
          ) : (
            <ItemTable cells={cells} sort={sort} onSort={sortBy} {...rowsProps} />
          )}
          {foundRows.length === 0 && (
            <NothingFound
              onClear={() => onSearch({ filter: undefined, ...clearedFacets(search) })}
            />
          )}
        </div>
      )}
      {isPanelOpen && (
        <SelectionPanel mode={mode} items={items} foundRows={foundRows} selection={selection} />
      )}
    </div>
  )
}

const panelModes = ['labels', 'change', 'move'] as const
type PanelMode = (typeof panelModes)[number]

export const isPanelMode = (mode: ListMode): mode is PanelMode =>
  panelModes.some((panelMode) => panelMode === mode)

interface SelectionPanelProps {
  readonly mode: PanelMode
  readonly items: readonly ItemListEntry[]
  readonly foundRows: Uint32Array
  readonly selection: Selection
}

/** A panel for the selected items; without a selection, labels are made for all rows shown. */
function SelectionPanel({ mode, items, foundRows, selection }: SelectionPanelProps) {
  const { onMode, features } = useList()
  const isForShownRows = mode === 'labels' && selection.selectedIds.size === 0
  const ids = useMemo(
    () => (isForShownRows ? listShownIds(items, foundRows) : selection.ids),
    [isForShownRows, items, foundRows, selection.ids],
  )

  return <div className={styles.side}>{features[mode]({ ids, onClose: () => onMode('none') })}</div>
}
