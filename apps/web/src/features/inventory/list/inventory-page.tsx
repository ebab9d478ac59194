import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  attributeLabel,
  type ItemListEntry,
  type ItemType,
  inventoryTypes,
  type ListKey,
  type ManyChange,
  sortedByText,
} from '@vitrine/contract'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { EmptyState, LoadFailure } from '../../../ui/feedback/list-states.tsx'
import { mayLeave, UnsavedGuard } from '../../../ui/forms/unsaved.tsx'
import { useKeepFocus } from '../../../ui/forms/use-keep-focus.ts'
import { deferred } from '../../../ui/layout/deferred.tsx'
import { PageHead } from '../../../ui/layout/page-parts.tsx'
import { FilterField, useFilter } from '../../../ui/lists/filter-field.tsx'
import { QuickFilters } from '../../../ui/lists/filters.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { useRestoredScroll } from '../../../ui/lists/window-rows.ts'
import { countText } from '../../../ui/text/format.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { useChoice, useEscape } from './choice/choice.tsx'
import { csvKeys, listRows } from './columns/columns.ts'
import styles from './inventory-page.module.css'
import { FilteredCount, ListProvider, type Mode } from './list-context.ts'
import {
  type Layout,
  type ListSearch,
  nextSort,
  rememberedLayout,
  rememberLayout,
  type SearchChange,
  withoutFacets,
} from './list-search.ts'
import { ListActions, ListTools, type Tool, WholeList } from './list-tools.tsx'
import type { ListHandle } from './rows/item-rows.tsx'
import { ItemTable } from './rows/item-table.tsx'
import { useShownItems } from './use-shown-items.ts'

// Most visits only read a list: the rest is loaded on demand.
const ItemGrid = deferred(
  async () => (await import('./rows/item-grid.tsx')).ItemGrid,
  <RowSkeletons label="Loading the grid" rows={10} />,
)
const ChoiceBar = deferred(async () => (await import('./choice/choice-bar.tsx')).ChoiceBar)
const ActiveFacets = deferred(async () => (await import('./facets/active-facets.tsx')).ActiveFacets)
const FacetPanel = deferred(async () => (await import('./facets/facet-panel.tsx')).FacetPanel)
const UnknownNotice = deferred(async () => (await import('./facets/active-facets.tsx')).UnknownNotice)
const ColumnsDialog = deferred(async () => (await import('./columns/columns-dialog.tsx')).ColumnsDialog)
const CurrentView = deferred(async () => (await import('./views/views-menu.tsx')).CurrentView)
const NothingFound = deferred(async () => (await import('./nothing-found.tsx')).NothingFound)
const AddItemForm = deferred(
  async () => (await import('./add-item-form.tsx')).AddItemForm,
  <RowSkeletons label="Loading the form" rows={4} />,
)

interface InventoryPageProps {
  readonly type: ItemType
  readonly search: ListSearch
  readonly onSearch: (change: SearchChange, how: 'step' | 'inPlace') => void
  readonly upload: (onClose: () => void) => ReactNode
  readonly labels: (picked: PickedItems) => ReactNode
  readonly change: (picked: PickedItems) => ReactNode
  readonly move: (picked: PickedItems) => ReactNode
  /** Does to these items what needs no preview; `done` says what was done. */
  readonly onMany: (ids: number[], change: ManyChange, done: string) => void
  readonly pdf: (onClose: () => void, ids?: readonly number[]) => ReactNode
  /** The choice of their language; the same element each time, so that a key in the filter does not draw it again. */
  readonly pdfLanguage: ReactNode
  readonly onSearchEverything: (text: string) => void
}

export interface PickedItems {
  readonly ids: readonly number[]
  readonly onClose: () => void
}

const noItems: readonly ItemListEntry[] = []

export function InventoryPage(props: InventoryPageProps) {
  const { type, search, onSearch, upload, labels, change, move, onMany, pdf, pdfLanguage, onSearchEverything } = props
  const navigate = useNavigate()
  const isArchive = search.archived !== undefined
  const list = useQuery(inventoryQueries.list(type, isArchive))
  const items = list.data ?? noItems
  const [mode, setMode] = useState<Mode>('none')
  const [printing, setPrinting] = useState<'all' | readonly number[] | null>(null)
  const { museum, maker, list: looks } = inventoryTypes[type]
  const [usualLayout, setUsualLayout] = useState(() => rememberedLayout(type))
  const layout: Layout = looks.grid ? (search.view ?? usualLayout) : 'list'
  const filter = useFilter(search.filter ?? '', (text) => onSearch({ filter: text || undefined }, 'inPlace'))
  const [isFacetsOpen, setFacetsOpen] = useState(false)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  // Drawn from the first time on, so that it can give the focus back.
  const [columnsDialog, setColumnsDialog] = useState<'unused' | 'open' | 'closed'>('unused')
  const shown = useShownItems(type, items, search, filter.query, isFacetsOpen)
  const { cells, found, facets, sort, unknown } = shown
  const isFiltered = found.length < items.length
  const takeStep = useCallback((change: SearchChange) => onSearch(change, 'step'), [onSearch])
  const makers = useMemo(() => (maker ? makersWithSeveralItems(maker, items) : []), [maker, items])
  const shownList = useRef<ListHandle>(null)
  const tools = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useRestoredScroll(list.isSuccess)

  // Asked for at the click: what leads to them need not be drawn again with every key.
  const latest = useRef({ items, found })
  useEffect(() => {
    latest.current = { items, found }
  })
  const shownRows = useCallback(() => listRows(type, latest.current.items, latest.current.found), [type])
  const shownIds = useCallback(() => idsOf(latest.current.items, latest.current.found), [])

  // The form that is open goes, and with it what was typed into it.
  const changeMode = useCallback(async (next: Mode) => {
    if (await mayLeave()) setMode(next)
  }, [])
  const printShown = useCallback(() => {
    const isWhole = latest.current.found.length === latest.current.items.length
    setPrinting(isWhole ? 'all' : shownIds())
  }, [shownIds])
  const context = useMemo(
    () => ({ type, search, onSearch: takeStep, mode, onMode: changeMode, narrow }),
    [type, search, takeStep, mode, changeMode, narrow],
  )
  const choice = useChoice(shownIds)
  const { chooseNone } = choice
  const onTool = useCallback(
    (tool: Tool) => {
      if (tool === 'Filters') setFacetsOpen((isOpen) => !isOpen)
      if (tool === 'Columns') setColumnsDialog('open')
      if (tool === 'Select') chooseNone()
    },
    [chooseNone],
  )
  const changeLayout = useCallback(
    (chosen: Layout) => {
      rememberLayout(type, chosen)
      setUsualLayout(chosen)
      takeStep({ view: chosen })
    },
    [type, takeStep],
  )
  const sortBy = useCallback((by: string) => takeStep({ sort: nextSort(sort, by) }), [takeStep, sort])
  const focusFirst = useCallback(() => shownList.current?.focusFirst(), [])
  const { onType } = filter.field
  const typeFilter = useCallback(
    (text: string) => {
      onType(text)
      scrollToTop(body.current)
    },
    [onType],
  )

  const close = () => changeMode('none')
  const columns = useMemo(() => (search.columns === undefined ? undefined : csvKeys(cells)), [search.columns, cells])
  const beside = { labels, change, move }
  const isBeside = mode in beside
  const chosenIds = useMemo(
    () => items.flatMap(({ id }) => (choice.chosen.has(id) ? [id] : [])),
    [items, choice.chosen],
  )
  // Labels of the rows shown, unless some are selected.
  const labelIds = useMemo(
    () => (mode === 'labels' && choice.chosen.size === 0 ? idsOf(items, found) : chosenIds),
    [mode, choice.chosen, chosenIds, items, found],
  )
  const endSelection = () => {
    if (isBeside) setMode('none')
    choice.end()
  }
  useEscape(choice.isSelecting, endSelection)
  useKeepFocus(String(choice.isSelecting), tools)
  const rows = { ref: shownList, items, found, choice: { ...choice, isOn: choice.isSelecting || isBeside } }

  return (
    <ListProvider value={context}>
      <UnsavedGuard>
        <PageHead
          title={museum}
          accent={type}
          count={
            list.data && (
              <>
                <span role="status">
                  {countText(found.length, items.length, isArchive ? 'archived items' : 'inventory items')}
                </span>
                {(isFiltered || search.columns !== undefined) && <WholeList className={styles.whole} />}
              </>
            )
          }
          actions={<ListActions className={styles.add} />}
        />
        {printing && pdf(() => setPrinting(null), printing === 'all' ? undefined : printing)}
        <div className={`${styles.toolbar} no-print`} data-choosing={choice.isSelecting || undefined}>
          <div className={styles.filter}>
            <FilterField
              {...filter.field}
              key={filter.field.key}
              label="Filter the items"
              onType={typeFilter}
              onDown={focusFirst}
            />
          </div>
          <div ref={tools} tabIndex={-1} className={`flex-middle ${styles.tools}`}>
            {choice.isSelecting ? (
              <ChoiceBar
                count={choice.chosen.size}
                ids={() => chosenIds}
                rows={() => listRows(type, items, rowsOf(items, choice.chosen))}
                columns={columns}
                onChooseShown={choice.chooseShown}
                onChooseNone={choice.chooseNone}
                onDone={endSelection}
                onPdf={() => setPrinting(chosenIds)}
                onMany={(change, done) => onMany(chosenIds, change, done)}
              />
            ) : (
              <FilteredCount value={isFiltered ? found.length : null}>
                <ListTools
                  layout={layout}
                  isFacetsOpen={isFacetsOpen}
                  nothingFound={found.length === 0}
                  rows={shownRows}
                  ids={shownIds}
                  columns={columns}
                  onTool={onTool}
                  onLayout={changeLayout}
                  onPdf={printShown}
                  pdfLanguage={pdfLanguage}
                />
              </FilteredCount>
            )}
          </div>
        </div>
        {(mode === 'add' || mode === 'upload') && (
          <div className={styles.form}>
            {mode === 'upload' ? (
              upload(close)
            ) : (
              <AddItemForm
                onClose={close}
                onAdded={(id) =>
                  navigate({
                    to: '/inventory-detail/$id',
                    params: { id: String(id) },
                    state: { fromList: true, isNew: true },
                  })
                }
              />
            )}
          </div>
        )}
        <QuickFilters
          label={`${attributeLabel({ tag_key: maker ?? '' })}s`}
          texts={makers}
          current={filter.query}
          onChoose={(text) => takeStep({ filter: text || undefined })}
        />
        {list.isPending && <RowSkeletons label="Loading the items" rows={10} />}
        {list.isError && <LoadFailure what="The items" query={list} />}
        {list.data?.length === 0 && isArchive && <EmptyState>Nothing is archived.</EmptyState>}
        {list.data?.length === 0 && !isArchive && (
          <EmptyState action={mode !== 'add' && <Button onClick={() => setMode('add')}>Add the first one</Button>}>
            There are no items in this inventory yet.
          </EmptyState>
        )}
        {items.length > 0 && (
          <>
            {narrow && search.saved !== undefined && <CurrentView />}
            {shown.isFaceted && <ActiveFacets facets={facets} unknown={unknown} />}
            {unknown.length > 0 && <UnknownNotice unknown={unknown} />}
            {columnsDialog !== 'unused' && (
              <ColumnsDialog opened={columnsDialog === 'open'} onClose={() => setColumnsDialog('closed')} />
            )}
            <div
              ref={body}
              className={styles.body}
              data-left={(isFacetsOpen && !narrow) || undefined}
              data-right={(isBeside && !narrow) || undefined}
            >
              {isFacetsOpen && (
                <div className={styles.side}>
                  <FacetPanel facets={facets} items={items} onClose={() => setFacetsOpen(false)} />
                </div>
              )}
              {shown.isPending && <RowSkeletons label="Loading the columns" rows={10} />}
              {shown.failed && <LoadFailure what="The columns" query={shown.failed} />}
              {!shown.isPending && (
                <div>
                  {layout === 'grid' ? (
                    <ItemGrid {...rows} />
                  ) : (
                    <ItemTable cells={cells} sort={sort} onSort={sortBy} {...rows} />
                  )}
                  {found.length === 0 && (
                    <NothingFound
                      onClear={() => takeStep({ filter: undefined, ...withoutFacets(search) })}
                      onSearchEverything={onSearchEverything}
                    />
                  )}
                </div>
              )}
              {isBeside && (
                <div className={styles.side}>
                  {beside[mode as keyof typeof beside]({ ids: labelIds, onClose: close })}
                </div>
              )}
            </div>
          </>
        )}
      </UnsavedGuard>
    </ListProvider>
  )
}

function makersWithSeveralItems(maker: ListKey, items: readonly ItemListEntry[]): string[] {
  const byName = Map.groupBy(items, (item) => item[maker].trim())
  byName.delete('')
  const several = [...byName].flatMap(([name, made]) => (made.length > 1 ? name : []))
  return sortedByText(several, (name) => name)
}

const idsOf = (items: readonly ItemListEntry[], found: Uint32Array): number[] =>
  Array.from(found).flatMap((row) => items[row]?.id ?? [])

const rowsOf = (items: readonly ItemListEntry[], chosen: ReadonlySet<number>): Uint32Array =>
  Uint32Array.from(items.keys()).filter((row) => chosen.has(items[row]?.id ?? 0))

/** Scrolls to the first result, which may be above the window while typing in the sticky filter. */
function scrollToTop(body: HTMLElement | null): void {
  const place = body && body.offsetTop - Number.parseFloat(getComputedStyle(body).scrollMarginTop)
  if (place && window.scrollY > place) window.scrollTo({ top: place })
}
