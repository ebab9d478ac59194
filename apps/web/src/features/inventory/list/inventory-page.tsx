import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconArchive, IconBookmark, IconChecks, IconColumns3 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { attributeLabel, type ItemListEntry, type ItemType, inventoryTypes, type ManyChange } from '@vitrine/contract'
import { lazy, memo, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { mayLeave, UnsavedGuard } from '../../../ui/forms/unsaved.tsx'
import { deferred } from '../../../ui/layout/deferred.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { countText } from '../../../ui/lists/count-text.ts'
import { FilterField } from '../../../ui/lists/filter-field.tsx'
import { QuickFilters } from '../../../ui/lists/quick-filters.tsx'
import { RowSkeletons } from '../../../ui/lists/row-skeletons.tsx'
import { useFilter } from '../../../ui/lists/use-filter.ts'
import { useRestoredScroll } from '../../../ui/lists/use-restored-scroll.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { withoutFacets } from './facets/facet-search.ts'
import styles from './inventory-page.module.css'
import { ItemTable, type ListHandle } from './item-table.tsx'
import { ListActions, type Mode } from './list-actions.tsx'
import { csvKeys, listRows } from './list-csv.ts'
import { type ListSearch, nextSort, readSort, type SearchChange, type View, writeColumns } from './list-search.ts'
import { makersWithSeveralItems } from './makers.ts'
import { rememberedView, rememberView } from './remembered-view.ts'
import { ToolButton } from './tool-button.tsx'
import { useChoice } from './use-choice.ts'
import { useShownItems } from './use-shown-items.ts'
import { ViewSwitch } from './view-switch.tsx'

// Most visits only read a list: the rest is loaded on demand.
const ItemGrid = deferred(
  async () => (await import('./item-grid.tsx')).ItemGrid,
  <RowSkeletons label="Loading the grid" rows={10} />,
)
const ChoiceBar = deferred(async () => (await import('./choice-bar.tsx')).ChoiceBar, <div className={styles.bar} />)
const ActiveFacets = deferred(async () => (await import('./facets/active-facets.tsx')).ActiveFacets)
const FacetPanel = deferred(async () => (await import('./facets/facet-panel.tsx')).FacetPanel)
const UnknownNotice = deferred(async () => (await import('./unknown-notice.tsx')).UnknownNotice)
const ColumnsDialog = deferred(async () => (await import('./columns/columns-dialog.tsx')).ColumnsDialog)
const CurrentView = deferred(async () => (await import('./views/current-view.tsx')).CurrentView)
const ViewsMenu = lazy(async () => ({ default: (await import('./views/views-menu.tsx')).ViewsMenu }))
const AddItemForm = deferred(
  async () => (await import('./add-item-form.tsx')).AddItemForm,
  <RowSkeletons label="Loading the form" rows={4} />,
)

interface InventoryPageProps {
  readonly type: ItemType
  readonly search: ListSearch
  /** Writes the search parameters, as a new history entry or replacing the present one. */
  readonly onSearch: (change: SearchChange, how: 'step' | 'inPlace') => void
  /** The upload of a CSV file. */
  readonly upload: (onClose: () => void) => ReactNode
  /** Labels of items that were picked out. */
  readonly labels: (picked: PickedItems) => ReactNode
  /** Gives an attribute of items that were picked out another value. */
  readonly change: (picked: PickedItems) => ReactNode
  /** Does to these items what needs no preview; `done` says what was done. */
  readonly onMany: (ids: number[], change: ManyChange, done: string) => void
  /** Makes and saves the PDF of these items, or of all that visitors see. */
  readonly pdf: (onClose: () => void, ids?: readonly number[]) => ReactNode
  /** The choice of their language; the same element each time, so that a key in the filter does not draw it again. */
  readonly pdfLanguage: ReactNode
}

export interface PickedItems {
  /** In the order of the list. */
  readonly ids: readonly number[]
  readonly onClose: () => void
}

const noItems: readonly ItemListEntry[] = []

export function InventoryPage(props: InventoryPageProps) {
  const { type, search, onSearch, upload, labels, change, onMany, pdf, pdfLanguage } = props
  const navigate = useNavigate()
  const isArchive = search.archived !== undefined
  const list = useQuery(inventoryQueries.list(type, isArchive))
  const items = list.data ?? noItems
  const [mode, setMode] = useState<Mode>('none')
  const [printing, setPrinting] = useState<'all' | readonly number[] | null>(null)
  const [isPicking, setPicking] = useState(false)
  const { museum, maker, list: looks } = inventoryTypes[type]
  const [usualView, setUsualView] = useState(() => rememberedView(type))
  const view: View = looks.grid ? (search.view ?? usualView) : 'list'
  const filter = useFilter(search.filter ?? '', (text) => onSearch({ filter: text || undefined }, 'inPlace'))
  const [isFacetsOpen, setFacetsOpen] = useState(false)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  // Drawn from the first time on, so that it can give the focus back.
  const [columnsDialog, setColumnsDialog] = useState<'unused' | 'open' | 'closed'>('unused')
  const [isViewsOpened, setViewsOpened] = useState(false)
  const shown = useShownItems(type, items, search, filter.query, isFacetsOpen)
  const { cells, found, facets, sort, unknown } = shown
  const takeStep = (change: SearchChange) => onSearch(change, 'step')
  const makers = useMemo(() => (maker ? makersWithSeveralItems(maker, items) : []), [maker, items])
  const shownList = useRef<ListHandle>(null)
  const toolbar = useRef<HTMLDivElement>(null)
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
  const openPdf = useCallback(() => setPrinting('all'), [])
  const toggleFacets = useCallback(() => setFacetsOpen((isOpen) => !isOpen), [])
  const openColumns = useCallback(() => setColumnsDialog('open'), [])
  const openViews = useCallback(() => setViewsOpened(true), [])
  const startPicking = useCallback(() => setPicking(true), [])
  const openArchive = useCallback(() => onSearch({ archived: '1' }, 'step'), [onSearch])
  const sortBy = useCallback((by: string) => onSearch({ sort: nextSort(sort, by) }, 'step'), [onSearch, sort])
  const focusFirst = useCallback(() => shownList.current?.focusFirst(), [])
  const { onType } = filter.field
  const typeFilter = useCallback(
    (text: string) => {
      onType(text)
      scrollToTop(toolbar.current)
    },
    [onType],
  )

  const choose = (text: string) => onSearch({ filter: text || undefined }, 'step')
  const clear = () => onSearch({ filter: undefined, ...withoutFacets(search) }, 'step')
  const close = () => changeMode('none')
  const columns = useMemo(() => (search.columns === undefined ? undefined : csvKeys(cells)), [search.columns, cells])
  const choice = useChoice(shownIds)
  const isChoosing = isPicking || mode === 'labels' || mode === 'change'
  const chosenIds = useMemo(
    () => items.flatMap(({ id }) => (choice.chosen.has(id) ? [id] : [])),
    [items, choice.chosen],
  )
  const picked = { ids: chosenIds, onClose: close }
  const viewsButton = <ToolButton label="Views" Icon={IconBookmark} narrow={narrow} onClick={openViews} />
  const picks = isChoosing ? choice : undefined

  return (
    <UnsavedGuard>
      <PageHead
        title={museum}
        accent={type}
        count={
          list.data && (
            <span role="status">
              {countText(found.length, items.length, isArchive ? 'archived items' : 'inventory items')}
            </span>
          )
        }
        actions={
          isArchive ? (
            <SecondaryButton onClick={() => onSearch({ archived: undefined }, 'step')}>
              Back to the inventory
            </SecondaryButton>
          ) : (
            <ListActions
              type={type}
              mode={mode}
              nothingFound={found.length === 0}
              rows={shownRows}
              ids={shownIds}
              columns={columns}
              onMode={changeMode}
              onPdf={openPdf}
              pdfLanguage={pdfLanguage}
            />
          )
        }
      />
      {printing && pdf(() => setPrinting(null), printing === 'all' ? undefined : printing)}
      {mode === 'add' && (
        <AddItemForm
          type={type}
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
      {mode === 'upload' && upload(close)}
      {mode === 'labels' && labels(picked)}
      {mode === 'change' && change(picked)}

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
          <QuickFilters
            label={`${attributeLabel({ tag_key: maker ?? '' })}s`}
            texts={makers}
            current={filter.query}
            onChoose={choose}
          />
          <div ref={toolbar} className={`${styles.toolbar} no-print`} data-choosing={isChoosing || undefined}>
            <div className={styles.line}>
              <FilterField
                {...filter.field}
                key={filter.field.key}
                label="Filter the items"
                className={styles.filter}
                onType={typeFilter}
                onDown={focusFirst}
              />
              <ToolButton
                label="Filters"
                Icon={IconAdjustmentsHorizontal}
                narrow={narrow}
                expanded={isFacetsOpen}
                onClick={toggleFacets}
              />
              {view === 'list' && !narrow && (
                <ToolButton label="Columns" Icon={IconColumns3} narrow={narrow} onClick={openColumns} />
              )}
              <Suspense fallback={viewsButton}>
                {isViewsOpened || search.saved !== undefined ? (
                  <ViewsMenu
                    type={type}
                    search={search}
                    narrow={narrow}
                    initiallyOpen={isViewsOpened}
                    onSearch={takeStep}
                    onColumns={view === 'list' ? openColumns : null}
                  />
                ) : (
                  viewsButton
                )}
              </Suspense>
              {!isChoosing && <ToolButton label="Choose" Icon={IconChecks} narrow={narrow} onClick={startPicking} />}
              {looks.grid && (
                <ViewSwitch
                  view={view}
                  onChange={(chosen) => {
                    rememberView(type, chosen)
                    setUsualView(chosen)
                    onSearch({ view: chosen }, 'step')
                  }}
                />
              )}
              {!isArchive && !isChoosing && !narrow && <ArchiveButton onClick={openArchive} />}
            </div>
            {isChoosing && (
              <ChoiceBar
                type={type}
                count={choice.chosen.size}
                ids={() => chosenIds}
                rows={() => listRows(type, items, rowsOf(items, choice.chosen))}
                columns={columns}
                onChooseShown={choice.chooseShown}
                onChooseNone={choice.chooseNone}
                onDone={async () => {
                  await changeMode('none')
                  setPicking(false)
                }}
                onChange={() => changeMode('change')}
                onPdf={() => setPrinting(chosenIds)}
                onLabels={() => changeMode('labels')}
                onMany={(change, done) => onMany(chosenIds, change, done)}
                isArchive={isArchive}
              />
            )}
          </div>
          {narrow && search.saved !== undefined && <CurrentView type={type} search={search} />}
          {shown.isFaceted && <ActiveFacets facets={facets} unknown={unknown} onSearch={takeStep} />}
          {unknown.length > 0 && <UnknownNotice type={type} search={search} unknown={unknown} onSearch={takeStep} />}
          {columnsDialog !== 'unused' && (
            <ColumnsDialog
              opened={columnsDialog === 'open'}
              type={type}
              columns={search.columns}
              onChoose={(keys) => {
                const columns = writeColumns(type, keys)
                takeStep({ columns, sort: readSort(type, search.sort, columns) ? search.sort : undefined })
              }}
              onClose={() => setColumnsDialog('closed')}
            />
          )}
          <div className={styles.body} data-facets={(isFacetsOpen && !narrow) || undefined}>
            {isFacetsOpen && (
              <FacetPanel
                facets={facets}
                items={items}
                inDrawer={narrow}
                onSearch={takeStep}
                onClose={() => setFacetsOpen(false)}
              />
            )}
            {shown.isPending && <RowSkeletons label="Loading the columns" rows={10} />}
            {shown.failed && <LoadFailure what="The columns" query={shown.failed} />}
            {!shown.isPending && (
              <div>
                {view === 'grid' ? (
                  <ItemGrid ref={shownList} items={items} found={found} choice={picks} />
                ) : (
                  <ItemTable
                    ref={shownList}
                    type={type}
                    items={items}
                    cells={cells}
                    found={found}
                    sort={sort}
                    onSort={sortBy}
                    choice={picks}
                  />
                )}
                {found.length === 0 && (
                  <EmptyState action={<SecondaryButton onClick={clear}>Clear the filter</SecondaryButton>}>
                    No item matches the filter.
                  </EmptyState>
                )}
              </div>
            )}
          </div>
        </>
      )}
    </UnsavedGuard>
  )
}

const ArchiveButton = memo(({ onClick }: { readonly onClick: () => void }) => (
  <Tooltip label="Archived items">
    <ActionIcon size={36} variant="default" aria-label="Archived items" onClick={onClick}>
      <IconArchive size={18} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  </Tooltip>
))

const idsOf = (items: readonly ItemListEntry[], found: Uint32Array): number[] =>
  Array.from(found).flatMap((row) => items[row]?.id ?? [])

const rowsOf = (items: readonly ItemListEntry[], chosen: ReadonlySet<number>): Uint32Array =>
  Uint32Array.from(items.keys()).filter((row) => chosen.has(items[row]?.id ?? 0))

/** Scrolls to the first result, which may be above the window while typing in the sticky filter. */
function scrollToTop(toolbar: HTMLElement | null): void {
  if (!toolbar) return
  const place = toolbar.offsetTop - Number.parseFloat(getComputedStyle(toolbar).top)
  if (window.scrollY > place) window.scrollTo({ top: place })
}
