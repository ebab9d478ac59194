import { Button, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { isRoleAllowed, managers, type Place, type PlaceTree } from '@vitrine/contract'
import { useEffect, useMemo, useState } from 'react'
import { usePlaces } from '../../client/use-places.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { ToggleButtons } from '../../ui/forms/fields.tsx'
import { confirmLeave, UnsavedGuard } from '../../ui/forms/unsaved.tsx'
import { lazyWithPreload } from '../../ui/layout/lazy-with-preload.tsx'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { useAddressAction } from '../../ui/layout/use-address-action.ts'
import { FilterField, useAddressFilter } from '../../ui/lists/filter-field.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { useRestoreScroll } from '../../ui/lists/virtual-rows.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { AwayList } from './away-list.tsx'
import { PlaceTable } from './place-table.tsx'
import styles from './places.module.css'
import type { PlacesSearch } from './places-search.ts'
import { buildTreeRows, countItemsByPlace, usePlaceFilter } from './tree-rows.ts'
import '@mantine/core/styles/Switch.layer.css'

const [AddPlacePanel, preloadAdd] = lazyWithPreload(
  async () => (await import('./place-forms.tsx')).AddPlacePanel,
)
const [MovePlacePanel, preloadMove] = lazyWithPreload(
  async () => (await import('./move-place-panel.tsx')).MovePlacePanel,
)

interface PlacesPageProps {
  readonly search: PlacesSearch
  readonly onSearch: (
    change: Readonly<Partial<Record<keyof PlacesSearch, string | undefined>>>,
    mode: 'push' | 'replace',
  ) => void
}

/** The panel beside the tree: for a new place, or for a place to move. */
type Panel = 'add' | { readonly movedPlace: Place }

const listOptions = [
  { key: 'all', text: 'All places' },
  { key: 'away', text: 'Away and due back' },
] as const

/** The screen Places: the tree of all places, or the list of items that are away. */
export function PlacesPage({ search, onSearch }: PlacesPageProps) {
  const { list, tree } = usePlaces()
  const [panel, setPanel] = useState<Panel | null>(null)
  const isManager = isRoleAllowed(managers, useSignedIn().user.role)
  const branches = useBranches(tree)

  useEffect(() => {
    if (isManager) for (const preload of [preloadAdd, preloadMove]) preload()
  }, [isManager])

  const changePanel = async (newPanel: Panel | null) => {
    if (await confirmLeave()) setPanel(newPanel)
  }

  useAddressAction({ add: () => isManager && changePanel('add') })

  const showList = async (key: (typeof listOptions)[number]['key']) => {
    if (!(await confirmLeave())) return

    setPanel(null)
    onSearch({ away: key === 'away' ? '1' : undefined }, 'push')
  }

  return (
    <UnsavedGuard>
      <PageHeader
        title="Places"
        count={list.data && formatPlaceCount(list.data)}
        actions={
          isManager &&
          !search.away && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => changePanel('add')}
            >
              Add place
            </Button>
          )
        }
      />
      <div className="stack">
        <ToggleButtons
          label="List"
          labelHidden
          options={listOptions}
          chosen={[search.away ? 'away' : 'all']}
          onToggle={showList}
        />
        {search.away ? (
          <AwayList tree={tree} />
        ) : (
          <div className={styles.beside} data-open={panel !== null || undefined}>
            <div className="column">
              {list.isPending && <RowSkeletons label="Loading the places" />}
              {list.isError && <LoadFailure what="The places" query={list} />}
              {list.data?.length === 0 && (
                <EmptyState>No places yet. Add your museum first.</EmptyState>
              )}
              {list.data && list.data.length > 0 && (
                <FilteredTree
                  tree={tree}
                  branches={branches}
                  search={search}
                  onSearch={onSearch}
                  onMove={isManager ? (movedPlace) => changePanel({ movedPlace }) : undefined}
                />
              )}
            </div>
            {panel && (
              <div className={styles.side}>
                <PlacesPanel
                  panel={panel}
                  tree={tree}
                  isFirstPlace={list.data?.length === 0}
                  reveal={branches.reveal}
                  onClose={() => changePanel(null)}
                />
              </div>
            )}
          </div>
        )}
      </div>
    </UnsavedGuard>
  )
}

interface PlacesPanelProps {
  readonly panel: Panel
  readonly tree: PlaceTree<Place>
  readonly isFirstPlace: boolean
  /** Opens a place in the tree. */
  readonly reveal: (id: number | null) => void
  readonly onClose: () => void
}

function PlacesPanel({ panel, tree, isFirstPlace, reveal, onClose }: PlacesPanelProps) {
  if (panel === 'add')
    return (
      <AddPlacePanel
        kind={isFirstPlace ? 'museum' : 'hall'}
        onAdded={({ parent_id }) => reveal(parent_id)}
        onClose={onClose}
      />
    )

  const { movedPlace } = panel
  return (
    <MovePlacePanel
      key={movedPlace.id}
      place={movedPlace}
      tree={tree}
      onMoved={reveal}
      onClose={onClose}
    />
  )
}

function formatPlaceCount(places: readonly Place[]): string {
  const inUse = places.filter(({ archived }) => !archived)
  const itemCount = inUse.reduce((sum, { count }) => sum + count, 0)
  const placesText = `${formatNumber(inUse.length)} ${inUse.length === 1 ? 'place' : 'places'}`

  return `${placesText} with ${formatNumber(itemCount)} ${itemCount === 1 ? 'item' : 'items'}`
}

/** Ids of the branches that were open when the screen was last left. */
let lastOpenIds: ReadonlySet<number> | null = null

/** The open branches of the tree; initially the outermost places. */
function useBranches(tree: PlaceTree<Place>) {
  const [chosenIds, setChosenIds] = useState(lastOpenIds)

  const openIds = useMemo(
    () => chosenIds ?? new Set(tree.childrenOf(null).map(({ id }) => id)),
    [chosenIds, tree],
  )

  const setOpenIds = (nextOpenIds: ReadonlySet<number>) => {
    lastOpenIds = nextOpenIds
    setChosenIds(nextOpenIds)
  }

  return {
    openIds,
    toggle(id: number): void {
      const toggled = new Set(openIds)
      if (openIds.has(id)) toggled.delete(id)
      else toggled.add(id)
      setOpenIds(toggled)
    },

    /** Opens a place and all places around it. */
    reveal(id: number | null): void {
      if (id === null) return
      const pathIds = tree.ancestry(id).map((ancestor) => ancestor.id)
      setOpenIds(new Set([...openIds, ...pathIds]))
    },
  }
}

interface FilteredTreeProps extends PlacesPageProps {
  readonly tree: PlaceTree<Place>
  readonly branches: ReturnType<typeof useBranches>
  readonly onMove: ((place: Place) => void) | undefined
}

/** The tree of places, with its filter. */
function FilteredTree({
  tree,
  branches: { openIds, toggle },
  search,
  onSearch,
  onMove,
}: FilteredTreeProps) {
  const filter = useAddressFilter(search.filter ?? '', (text) =>
    onSearch({ filter: text || undefined }, 'replace'),
  )

  const findMatchingIds = usePlaceFilter(tree)
  const totals = useMemo(() => countItemsByPlace(tree), [tree])
  const withArchived = search.archived !== undefined

  const rows = useMemo(
    () => buildTreeRows(tree, { openIds, matches: findMatchingIds(filter.query), withArchived }),
    [tree, openIds, findMatchingIds, filter.query, withArchived],
  )

  // The places have loaded before this component is rendered.
  useRestoreScroll(true)
  const hasArchivedPlaces = tree.all.some(({ archived }) => archived)

  return (
    <>
      <div className={`${styles.tools} no-print`}>
        <FilterField
          {...filter.field}
          key={filter.field.key}
          label="Filter the places"
          className={styles.filter}
        />
        {(hasArchivedPlaces || withArchived) && (
          <Switch
            label="Show archived"
            checked={withArchived}
            onChange={({ currentTarget }) =>
              onSearch({ archived: currentTarget.checked ? '1' : undefined }, 'replace')
            }
          />
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState
          action={
            <SecondaryButton onClick={() => onSearch({ filter: undefined }, 'replace')}>
              Clear the filter
            </SecondaryButton>
          }
        >
          No place matches the filter.
        </EmptyState>
      ) : (
        <PlaceTable rows={rows} totals={totals} onToggle={toggle} onMove={onMove} />
      )}
    </>
  )
}
