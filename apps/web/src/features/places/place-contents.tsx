import { Button } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type Api,
  type HandlerOutput,
  inventoryTypes,
  type Place,
  type PlacedItem,
  type PlaceTree,
} from '@vitrine/contract'
import {
  type ChangeEvent,
  type CSSProperties,
  type MouseEvent,
  memo,
  useRef,
  useState,
} from 'react'
import { callQuery } from '../../client/query.ts'
import { invalidatePlaces } from '../../client/use-places.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { ToggleButtons } from '../../ui/forms/fields.tsx'
import { Block } from '../../ui/layout/page-parts.tsx'
import { CsvDownload } from '../../ui/lists/csv-download.tsx'
import { DayFilter } from '../../ui/lists/filters.tsx'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { useSelectedIds } from '../../ui/lists/selected-ids.ts'
import { useRendersAllRows, useVirtualRows } from '../../ui/lists/virtual-rows.ts'
import { formatDate, formatNumber, rootFontScale } from '../../ui/text/format.ts'
import type { MoveOutcome } from './move-outcome.ts'
import { MovedItems, type MovedItemsState } from './moved-items.tsx'
import { formatPlacePath, placePathIds } from './movements.tsx'
import styles from './place-contents.module.css'
import { countItemsByPlace } from './tree-rows.ts'

const scopes = [
  { key: 'all', text: 'Everything in here' },
  { key: 'own', text: 'Only directly in here' },
] as const

// In pixels.
const rowHeight = 64 * rootFontScale

/** The state of a place's items, now or on a chosen day, of which some may be ticked. */
export function usePlaceContents(id: number) {
  const [scope, setScope] = useState<(typeof scopes)[number]['key']>('all')
  const [day, setDay] = useState<string | undefined>()
  const [justMoved, setJustMoved] = useState<MovedItemsState | null>(null)

  const contents = useQuery({
    ...callQuery('GET /places/:id/items', { params: { id }, query: day ? { day } : {} }),
    placeholderData: keepPreviousData,
  })

  const items = contents.data?.filter(({ placeId }) => scope === 'all' || placeId === id)
  const selection = useSelectedIds(() => items?.map((item) => item.id) ?? [])
  const tickedItems = items?.filter((item) => selection.selectedIds.has(item.id)) ?? []
  const itemsToMove = tickedItems.length > 0 ? tickedItems : (items ?? [])

  return {
    scope,
    setScope,
    day,
    setDay,
    contents,
    items,
    selection,
    tickedItems,
    justMoved,
    /** Shows what was moved above the list, and unticks all items. */
    showMoved(outcome: MoveOutcome) {
      setJustMoved({ ...outcome, items: itemsToMove })
      selection.selectNone()
    },
    hideMoved: () => setJustMoved(null),
    /**
     * The items that ‘Move…’ moves: the ticked ones or else all; none while a past day is shown.
     */
    movableIds: day ? [] : itemsToMove.map((item) => item.id),
  }
}

type PlaceContentsState = ReturnType<typeof usePlaceContents>

interface PlaceContentsProps {
  readonly state: PlaceContentsState
  readonly place: Place
  readonly tree: PlaceTree<Place>
  readonly onMove: () => void
}

/** The places and items in a place. */
export function PlaceContents({ state, place, tree, onMove }: PlaceContentsProps) {
  const { day, contents, items, tickedItems, justMoved, hideMoved, movableIds } = state
  const queries = useQueryClient()
  const childPlaces = tree.childrenOf(place.id).filter(({ archived }) => !archived)
  const moveText =
    tickedItems.length > 0 ? `Move ${formatItemCount(tickedItems.length)}…` : 'Move everything…'

  return (
    <Block
      title="Contents"
      actions={
        movableIds.length > 0 && (
          <Button
            variant={tickedItems.length > 0 ? 'filled' : 'default'}
            size="compact-md"
            className={styles.move ?? ''}
            onClick={onMove}
          >
            {moveText}
          </Button>
        )
      }
    >
      <div className="stack">
        {childPlaces.length > 0 && (
          <ChildPlaces places={childPlaces} totals={day ? null : countItemsByPlace(tree)} />
        )}
        <ContentsTools
          state={state}
          place={place}
          tree={tree}
          hasChildPlaces={childPlaces.length > 0}
        />
        {justMoved && (
          <MovedItems
            key={justMoved.importIds.join()}
            outcome={justMoved}
            onUndone={() => void invalidatePlaces(queries)}
            onClose={hideMoved}
          />
        )}
        {contents.isPending && <RowSkeletons label="Loading the contents" />}
        {contents.isError && <LoadFailure what="The contents" query={contents} />}
        {items && <ContentsItems state={state} items={items} place={place} tree={tree} />}
      </div>
    </Block>
  )
}

interface ContentsToolsProps extends Omit<PlaceContentsProps, 'onMove'> {
  readonly hasChildPlaces: boolean
}

/** Chooses which items are shown, and downloads them. */
function ContentsTools({ state, place, tree, hasChildPlaces }: ContentsToolsProps) {
  const { scope, setScope, day, setDay, items } = state
  const fileName = [toFileName(place.code), day].filter(Boolean).join(' ')

  return (
    <div className={`${styles.tools} no-print`}>
      {hasChildPlaces && (
        <ToggleButtons
          label="What is shown"
          labelHidden
          options={scopes}
          chosen={[scope]}
          onToggle={setScope}
        />
      )}
      <div className={styles.day}>
        <DayFilter label="On a day" value={day ?? ''} onChoose={setDay} />
      </div>
      <CsvDownload
        fileName={`${fileName}.csv`}
        initialDelimiter="semicolon"
        label="CSV"
        disabled={!items?.length}
        rows={() => toContentsCsvRows(items ?? [], tree)}
      />
    </div>
  )
}

interface ContentsItemsProps extends Omit<PlaceContentsProps, 'onMove'> {
  readonly items: readonly ItemInPlace[]
}

/** The items, with their number and buttons to tick all or none. */
function ContentsItems({ state, items, place, tree }: ContentsItemsProps) {
  const { day, selection, tickedItems, justMoved } = state

  // The places below this one; empty for items directly in it.
  const formatPlace = (item: ItemInPlace): string => {
    const path = getItemPathIds(tree, item)
    return formatPlacePath(tree, path.slice(path.indexOf(place.id) + 1))
  }

  const formatStatus = (): string => {
    if (day) return `${formatItemCount(items.length)} on ${formatDate(day)}.`
    if (tickedItems.length > 0)
      return `${formatNumber(tickedItems.length)} of ${formatItemCount(items.length)} selected.`
    if (items.length === 0 && justMoved) return 'Nothing else is in here.'
    return formatContentsCount(items.length, place.archived)
  }

  return (
    <div>
      <p role="status" className={`row note ${styles.count}`}>
        {formatStatus()}{' '}
        {!day && tickedItems.length < items.length && (
          <SmallButton onClick={selection.selectShown}>Select all</SmallButton>
        )}
        {tickedItems.length > 0 && (
          <SmallButton onClick={selection.selectNone}>Select none</SmallButton>
        )}
      </p>
      <ItemRows
        items={items}
        formatPlace={formatPlace}
        tickedIds={selection.selectedIds}
        onTick={day ? undefined : selection.onToggle}
      />
    </div>
  )
}

const formatItemCount = (count: number): string =>
  count === 1 ? '1 item' : `${formatNumber(count)} items`

function formatContentsCount(count: number, isArchived: boolean): string {
  if (count > 0) return `${formatItemCount(count)}.`
  return isArchived
    ? 'Nothing is in here.'
    : 'Nothing is in here. Move items here from the list or from their pages.'
}

/** Replaces the characters that file names must not contain. */
const toFileName = (code: string): string => code.replaceAll(/[\\/:*?"<>|]/g, '-')

type ItemInPlace = HandlerOutput<Api['places']['contents']>[number]

/** Returns the path on the chosen day if one was requested, otherwise today's. */
const getItemPathIds = (tree: PlaceTree<Place>, { path, placeId }: ItemInPlace) =>
  path ?? placePathIds(tree, placeId)

const toContentsCsvRows = (items: readonly ItemInPlace[], tree: PlaceTree<Place>): string[][] => [
  ['Identifier', 'Name', 'Museum', 'Place', 'Code'],
  ...items.map((item) => [
    item.identifier,
    item.name,
    inventoryTypes[item.type].museum,
    formatPlacePath(tree, getItemPathIds(tree, item)),
    tree.get(item.placeId ?? 0)?.code ?? '',
  ]),
]

/** Places shown until ‘Show … more’ is pressed. */
const maxInitialChildren = 12

interface ChildPlacesProps {
  readonly places: readonly Place[]
  /** Item counts by place id; null while a past day is shown. */
  readonly totals: ReadonlyMap<number, number> | null
}

function ChildPlaces({ places, totals }: ChildPlacesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shownPlaces = showsAll ? places : places.slice(0, maxInitialChildren)

  return (
    <ul aria-label="Places in here" className={`plain-list flex-wrap ${styles.inside}`}>
      {shownPlaces.map(({ id, name }) => (
        <li key={id}>
          <Link to="/places/$id" params={{ id: String(id) }} className={`surface ${styles.place}`}>
            {name}{' '}
            {totals && <span className="dimmed tabular">{formatNumber(totals.get(id) ?? 0)}</span>}
          </Link>
        </li>
      ))}
      {shownPlaces.length < places.length && (
        <li>
          <SmallButton onClick={() => setShowsAll(true)}>
            Show {formatNumber(places.length - shownPlaces.length)} more
          </SmallButton>
        </li>
      )}
    </ul>
  )
}

interface ItemRowsProps {
  readonly items: readonly ItemInPlace[]
  readonly formatPlace: (item: ItemInPlace) => string
  readonly tickedIds: ReadonlySet<number>
  /** Undefined if the rows have no checkboxes. */
  readonly onTick: ((id: number, withShift: boolean) => void) | undefined
}

function ItemRows({ items, formatPlace, tickedIds, onTick }: ItemRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const rendersAll = useRendersAllRows(items.length)

  const { first, end, height, offset } = useVirtualRows(list, {
    count: items.length,
    rowHeight,
    rendersAll,
  })

  return (
    <ul
      ref={list}
      aria-label="Items"
      className={`plain-list ${styles.items}`}
      style={{ '--all-rows': `${height}px`, '--rows-before': `${offset}px` } as CSSProperties}
      {...(onTick ? createTickHandlers(onTick) : {})}
    >
      {items.slice(first, end).map((item) => (
        <ItemRow
          key={item.id}
          item={item}
          placeText={formatPlace(item)}
          isTicked={onTick ? tickedIds.has(item.id) : null}
        />
      ))}
    </ul>
  )
}

/** Event handlers of the list, instead of one per row. */
const createTickHandlers = (onTick: (id: number, withShift: boolean) => void) => ({
  onChange({ target, nativeEvent }: ChangeEvent<HTMLElement>): void {
    // React's change event of a checkbox wraps a native click.
    const withShift = nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey
    onTick(Number(target.dataset.item), withShift)
  },
  // Prevents the browser from selecting text on a click with Shift.
  onMouseDown(event: MouseEvent): void {
    if (event.shiftKey) event.preventDefault()
  },
})

interface ItemRowProps {
  readonly item: PlacedItem
  readonly placeText: string
  /** Null if the row has no checkbox. */
  readonly isTicked: boolean | null
}

const ItemRow = memo(({ item, placeText, isTicked }: ItemRowProps) => (
  <li className={styles.item} style={{ height: rowHeight }} data-ticked={isTicked || undefined}>
    {isTicked !== null && (
      <label className={`${styles.tick} no-print`}>
        <input
          type="checkbox"
          checked={isTicked}
          readOnly
          data-item={item.id}
          aria-label={`Select ${item.identifier}`}
          className={styles.box}
        />
      </label>
    )}
    <div className={styles.picture}>
      <Thumbnail item={{ id: item.id, picture: item.picture ?? '' }} />
    </div>
    <div className={styles.words}>
      <Link
        to="/inventory-detail/$id"
        params={{ id: String(item.id) }}
        className={`cut ${styles.link}`}
      >
        <span className="medium">{item.identifier}</span> {item.name}
      </Link>
      {placeText && <div className="quiet cut">{placeText}</div>}
    </div>
  </li>
))
