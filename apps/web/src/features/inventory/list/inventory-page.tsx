import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ItemListEntry, type ItemType, inventoryTypes } from '@vitrine/contract'
import { Fragment, type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { EmptyState, LoadFailure } from '../../../ui/feedback/list-states.tsx'
import { useOpening } from '../../../ui/feedback/use-opening.ts'
import { UnsavedGuard } from '../../../ui/forms/unsaved.tsx'
import { lazyWithFallback } from '../../../ui/layout/lazy-with-fallback.tsx'
import { PageHeader } from '../../../ui/layout/page-parts.tsx'
import { useAddressAction } from '../../../ui/layout/use-address-action.ts'
import { FilterField, useAddressFilter } from '../../../ui/lists/filter-field.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { useRestoreScroll } from '../../../ui/lists/virtual-rows.ts'
import { formatFilteredCount } from '../../../ui/text/format.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import styles from './inventory-page.module.css'
import { isPanelMode, ListBody } from './list-body.tsx'
import { type ListFeatures, ListProvider, type ListTool, useList } from './list-context.ts'
import { ListForm } from './list-form.tsx'
import { changesShownItems, type ListSearch, type SearchChange } from './list-search.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { ListActions, WholeListButton } from './list-tools.tsx'
import { MakerFilters } from './maker-filters.tsx'
import type { ListHandle } from './rows/item-rows.tsx'
import { useEscapeKey } from './selection/row-selection.tsx'
import { type Selection, useSelection } from './selection/use-selection.ts'
import { useLatestRows } from './use-latest-rows.ts'
import { useListLayout } from './use-list-layout.ts'
import { type OpenParts, useOpenParts } from './use-open-parts.ts'
import { useShownItems } from './use-shown-items.ts'

// Loaded on demand, because most visits only read a list.
const ActiveFacets = lazyWithFallback(
  async () => (await import('./facets/active-facets.tsx')).ActiveFacets,
)
const RestoredFilterNotice = lazyWithFallback(
  async () => (await import('./facets/active-facets.tsx')).RestoredFilterNotice,
  <div className={styles.restored} />,
)
const UnknownAttributesNotice = lazyWithFallback(
  async () => (await import('./facets/active-facets.tsx')).UnknownAttributesNotice,
)
const ColumnsDialog = lazyWithFallback(
  async () => (await import('./columns/columns-dialog.tsx')).ColumnsDialog,
)
const CurrentView = lazyWithFallback(
  async () => (await import('./views/views-menu.tsx')).CurrentView,
)

interface InventoryPageProps {
  readonly type: ItemType
  readonly search: ListSearch
  /** Whether the filter comes from the last visit, so that the user may have forgotten it. */
  readonly isFilterRestored: boolean
  readonly onSearch: (change: SearchChange, mode: 'push' | 'replace') => void
  readonly features: ListFeatures
}

const noItems: readonly ItemListEntry[] = []

/** The list of a museum's items. */
export function InventoryPage(props: InventoryPageProps) {
  const { type, search, isFilterRestored, onSearch, features } = props
  const isArchive = search.archived !== undefined
  const list = useQuery(inventoryQueries.list(type, isArchive))
  const items = list.data ?? noItems
  const filter = useAddressFilter(search.filter ?? '', (text) =>
    onSearch({ filter: text || undefined }, 'replace'),
  )
  const openParts = useOpenParts()
  const { mode, setMode, isFacetsOpen, setFacetsOpen, columnsDialog, setColumnsDialog } = openParts
  const pdfDialog = useOpening<'all' | readonly number[]>()
  const { opening: pdfOpening } = pdfDialog
  const shown = useShownItems({ type, items, search, query: filter.query, isFacetsOpen })
  const { foundRows, facets, unknownAttributes } = shown
  const latestRows = useLatestRows(type, items, foundRows)
  const selection = useSelection(items, latestRows.ids)
  useRestoreScroll(list.isSuccess)

  const bodyRef = useRef<HTMLDivElement>(null)
  const rowsRef = useRef<ListHandle>(null)
  const focusFirstRow = useCallback(() => rowsRef.current?.focusFirst(), [])
  const { onType } = filter.field
  const applyTypedFilter = useCallback(
    (text: string) => {
      onType(text)
      scrollToFirstResult(bodyRef.current)
    },
    [onType],
  )
  const context = useListContextValue({ props, openParts, selection, bodyRef })

  const endSelection = () => {
    if (isPanelMode(mode)) setMode('none')
    selection.end()
  }
  useEscapeKey(selection.isSelecting, endSelection)

  return (
    <ListProvider value={context}>
      <UnsavedGuard>
        <PageHeader
          title={inventoryTypes[type].museum}
          accent={type}
          count={list.data && <ItemCount foundCount={foundRows.length} totalCount={items.length} />}
          actions={<ListActions className={styles.add} />}
        />
        {pdfOpening && (
          <Fragment key={pdfOpening.key}>
            {features.pdf(
              () => pdfDialog.unmount(pdfOpening.key),
              pdfOpening.subject === 'all' ? undefined : pdfOpening.subject,
            )}
          </Fragment>
        )}
        <ListToolbar
          items={items}
          shown={shown}
          selection={selection}
          onEndSelection={endSelection}
          latestRows={latestRows}
          onPdf={pdfDialog.open}
        >
          <FilterField
            {...filter.field}
            key={filter.field.key}
            label="Filter the items"
            onType={applyTypedFilter}
            onArrowDown={focusFirstRow}
          />
        </ListToolbar>
        <ListForm />
        <MakerFilters items={items} current={filter.query} />
        {list.isPending && <RowSkeletons label="Loading the items" rows={10} />}
        {list.isError && <LoadFailure what="The items" query={list} />}
        {list.data?.length === 0 && <EmptyList onAdd={() => setMode('add')} />}
        {items.length > 0 && (
          <>
            {context.narrow && search.saved !== undefined && <CurrentView />}
            {isFilterRestored && (
              <RestoredFilterNotice
                facets={facets}
                unknownAttributes={unknownAttributes}
                totalCount={items.length}
              />
            )}
            {shown.isFaceted && (
              <ActiveFacets facets={facets} unknownAttributes={unknownAttributes} />
            )}
            {unknownAttributes.length > 0 && (
              <UnknownAttributesNotice unknownAttributes={unknownAttributes} />
            )}
            {columnsDialog !== 'unused' && (
              <ColumnsDialog
                opened={columnsDialog === 'open'}
                onClose={() => setColumnsDialog('closed')}
              />
            )}
            <ListBody
              ref={bodyRef}
              rowsRef={rowsRef}
              items={items}
              shown={shown}
              selection={selection}
              onFacetsClose={() => setFacetsOpen(false)}
            />
          </>
        )}
      </UnsavedGuard>
    </ListProvider>
  )
}

interface ListContextOptions {
  readonly props: InventoryPageProps
  readonly openParts: OpenParts
  readonly selection: Selection
  readonly bodyRef: RefObject<HTMLElement | null>
}

/** The context of the list. Memoized: typing in the filter must not re-render what uses it. */
function useListContextValue({ props, openParts, selection, bodyRef }: ListContextOptions) {
  const { type, search, features } = props
  const { mode, changeMode, isFacetsOpen, setFacetsOpen, setColumnsDialog } = openParts
  const { selectNone } = selection
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const pushSearch = usePushSearch(props, bodyRef)
  const [layout, changeLayout] = useListLayout(type, search.view, pushSearch)

  const openTool = useCallback(
    (tool: ListTool) => {
      if (tool === 'Filters') setFacetsOpen((isOpen) => !isOpen)
      if (tool === 'Columns') setColumnsDialog('open')
      if (tool === 'Select') selectNone()
    },
    [selectNone, setFacetsOpen, setColumnsDialog],
  )
  useAddressAction({
    add: () => changeMode('add'),
    labels: () => changeMode('labels'),
    upload: () => changeMode('upload'),
    select: () => openTool('Select'),
  })

  return useMemo(
    () => ({
      type,
      search,
      onSearch: pushSearch,
      mode,
      onMode: changeMode,
      narrow,
      features,
      layout,
      onLayout: changeLayout,
      isFacetsOpen,
      onTool: openTool,
    }),
    [
      type,
      search,
      pushSearch,
      mode,
      changeMode,
      narrow,
      features,
      layout,
      changeLayout,
      isFacetsOpen,
      openTool,
    ],
  )
}

interface ItemCountProps {
  readonly foundCount: number
  readonly totalCount: number
}

/** How many items are shown, with a button to show all if the list is narrowed. */
function ItemCount({ foundCount, totalCount }: ItemCountProps) {
  const { search } = useList()
  const itemsText = search.archived === undefined ? 'inventory items' : 'archived items'
  const isNarrowed = foundCount < totalCount || search.columns !== undefined

  return (
    <>
      <span role="status">{formatFilteredCount(foundCount, totalCount, itemsText)}</span>
      {isNarrowed && <WholeListButton className={styles.whole} />}
    </>
  )
}

function EmptyList({ onAdd }: { readonly onAdd: () => void }) {
  const { search, mode } = useList()
  if (search.archived !== undefined) return <EmptyState>Nothing is archived.</EmptyState>

  return (
    <EmptyState action={mode !== 'add' && <Button onClick={onAdd}>Add the first one</Button>}>
      There are no items in this inventory yet.
    </EmptyState>
  )
}

/**
 * Returns a function that changes the address, and scrolls to the first result if others may be
 * shown.
 */
function usePushSearch(
  { search, onSearch }: Pick<InventoryPageProps, 'search' | 'onSearch'>,
  bodyRef: RefObject<HTMLElement | null>,
) {
  const isScrollDue = useRef(false)

  // Scrolls once the results have changed, because the active filters above them come or go.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address has changed.
  useLayoutEffect(() => {
    if (isScrollDue.current) scrollToFirstResult(bodyRef.current)
    isScrollDue.current = false
  }, [search])

  return useCallback(
    (change: SearchChange) => {
      isScrollDue.current = changesShownItems(change)
      onSearch(change, 'push')
    },
    [onSearch],
  )
}

/** Scrolls up to the first result, which may be out of sight when the user types in the filter. */
function scrollToFirstResult(body: HTMLElement | null): void {
  if (!body) return

  const top = body.offsetTop - Number.parseFloat(getComputedStyle(body).scrollMarginTop)
  if (top && window.scrollY > top) window.scrollTo({ top })
}
