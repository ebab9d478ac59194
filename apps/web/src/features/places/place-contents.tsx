import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type Api,
  type HandlerOutput,
  inventoryTypes,
  type Place,
  type PlacedItem,
  type PlaceTree,
} from '@vitrine/contract'
import { type CSSProperties, memo, useRef, useState } from 'react'
import { query } from '../../client/query.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { ToggleButtons, toggleInList } from '../../ui/forms/fields.tsx'
import { Block } from '../../ui/layout/page-parts.tsx'
import { CsvDownload } from '../../ui/lists/csv-download.tsx'
import { DayFilter } from '../../ui/lists/filters.tsx'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { useRendersAllRows, useWindowRows } from '../../ui/lists/window-rows.ts'
import { formatDate, formatNumber, rootFontScale } from '../../ui/text/format.ts'
import { pathText, pathTo } from './movements.tsx'
import styles from './place-contents.module.css'
import { countItems } from './tree-rows.ts'

const scopes = [
  { key: 'all', text: 'Everything in here' },
  { key: 'own', text: 'Only here itself' },
] as const

const rowHeight = 64 * rootFontScale

/** What is in a place, now or on a day; and what of it is ticked. */
export function useContents(id: number) {
  const [scope, setScope] = useState<(typeof scopes)[number]['key']>('all')
  const [day, setDay] = useState<string | undefined>()
  const [ticked, setTicked] = useState<readonly number[]>([])
  const contents = useQuery({
    ...query('GET /places/:id/items', { params: { id }, query: day ? { day } : {} }),
    placeholderData: keepPreviousData,
  })
  const items = contents.data?.filter(({ placeId }) => scope === 'all' || placeId === id)
  const isTicked = new Set(ticked)
  const chosen = items?.filter((item) => isTicked.has(item.id)) ?? []
  const movable = chosen.length > 0 ? chosen : (items ?? [])
  return {
    scope,
    setScope,
    day,
    setDay,
    contents,
    items,
    ticked,
    setTicked,
    chosen,
    /** What ‘Move…’ means: those that are ticked, or else all; of the past nothing. */
    movable: day ? [] : movable.map((item) => item.id),
  }
}

interface PlaceContentsProps extends ReturnType<typeof useContents> {
  readonly place: Place
  readonly tree: PlaceTree<Place>
  readonly onMove: () => void
}

export function PlaceContents(props: PlaceContentsProps) {
  const {
    place,
    tree,
    onMove,
    scope,
    setScope,
    day,
    setDay,
    contents,
    items,
    ticked,
    setTicked,
    chosen,
    movable,
  } = props
  const { id } = place
  const inside = tree.childrenOf(id).filter(({ archived }) => !archived)
  const placeOf = (item: ItemInPlace): string => {
    const path = pathOf(tree, item)
    return pathText(tree, path.slice(path.indexOf(id) + 1))
  }
  return (
    <Block
      title="Contents"
      actions={
        movable.length > 0 && (
          <Button size="compact-md" className={styles.move ?? ''} onClick={onMove}>
            {chosen.length > 0 ? `Move ${itemCount(chosen.length)}…` : 'Move everything…'}
          </Button>
        )
      }
    >
      <div className="stack">
        {inside.length > 0 && (
          <PlacesInside inside={inside} totals={day ? null : countItems(tree)} />
        )}
        <div className={`${styles.tools} no-print`}>
          {inside.length > 0 && (
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
            fileName={`${fileNamePart(place.code)}${day ? ` ${day}` : ''}.csv`}
            initialDelimiter="semicolon"
            label="CSV"
            disabled={!items?.length}
            rows={() => csvRows(items ?? [], tree)}
          />
        </div>
        {contents.isPending && <RowSkeletons label="Loading the contents" />}
        {contents.isError && <LoadFailure what="The contents" query={contents} />}
        {items && (
          <div>
            <p role="status" className={`row note ${styles.count}`}>
              {day
                ? `${itemCount(items.length)} on ${formatDate(day)}.`
                : countText(items.length, place.archived)}{' '}
              {chosen.length > 0 && (
                <SmallButton onClick={() => setTicked([])}>Untick all</SmallButton>
              )}
            </p>
            <ItemRows
              items={items}
              placeOf={placeOf}
              ticked={ticked}
              onTick={day ? undefined : (item) => setTicked((before) => toggleInList(before, item))}
            />
          </div>
        )}
      </div>
    </Block>
  )
}

const itemCount = (count: number): string =>
  count === 1 ? '1 item' : `${formatNumber(count)} items`

const countText = (count: number, isArchived: boolean): string => {
  if (count > 0) return `${itemCount(count)}.`
  return `Nothing is in here.${isArchived ? '' : ' Move items here from the list or from their pages.'}`
}

/** Signs that no file name may have. */
const fileNamePart = (code: string): string => code.replaceAll(/[\\/:*?"<>|]/g, '-')

type ItemInPlace = HandlerOutput<Api['places']['contents']>[number]

/** Now, or on the day that was asked for. */
const pathOf = (tree: PlaceTree<Place>, { path, placeId }: ItemInPlace) =>
  path ?? pathTo(tree, placeId)

const csvRows = (items: readonly ItemInPlace[], tree: PlaceTree<Place>): string[][] => [
  ['Identifier', 'Name', 'Museum', 'Place', 'Code'],
  ...items.map((item) => [
    item.identifier,
    item.name,
    inventoryTypes[item.type].museum,
    pathText(tree, pathOf(tree, item)),
    tree.get(item.placeId ?? 0)?.code ?? '',
  ]),
]

const few = 12

interface PlacesInsideProps {
  readonly inside: readonly Place[]
  /** How many items are in each; null for another day than today. */
  readonly totals: ReadonlyMap<number, number> | null
}

function PlacesInside({ inside, totals }: PlacesInsideProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? inside : inside.slice(0, few)
  return (
    <ul aria-label="Places in here" className={`plain-list flex-wrap ${styles.inside}`}>
      {shown.map(({ id, name }) => (
        <li key={id}>
          <Link to="/places/$id" params={{ id: String(id) }} className={`surface ${styles.place}`}>
            {name}{' '}
            {totals && <span className="dimmed tabular">{formatNumber(totals.get(id) ?? 0)}</span>}
          </Link>
        </li>
      ))}
      {shown.length < inside.length && (
        <li>
          <SmallButton onClick={() => setWhole(true)}>
            Show {formatNumber(inside.length - shown.length)} more
          </SmallButton>
        </li>
      )}
    </ul>
  )
}

interface ItemRowsProps {
  readonly items: readonly ItemInPlace[]
  readonly placeOf: (item: ItemInPlace) => string
  readonly ticked: readonly number[]
  /** Without it there is nothing to tick. */
  readonly onTick: ((id: number) => void) | undefined
}

function ItemRows({ items, placeOf, ticked, onTick }: ItemRowsProps) {
  const list = useRef<HTMLUListElement>(null)
  const whole = useRendersAllRows(items.length)
  const { first, end, height, offset } = useWindowRows(list, {
    count: items.length,
    rowHeight,
    whole,
  })
  const isTicked = new Set(ticked)
  return (
    <ul
      ref={list}
      aria-label="Items"
      className={`plain-list ${styles.items}`}
      style={{ '--all-rows': `${height}px`, '--rows-before': `${offset}px` } as CSSProperties}
      {...(onTick && {
        onChange: ({ target }) => onTick(Number((target as HTMLElement).dataset.item)),
      })}
    >
      {items.slice(first, end).map((item) => (
        <ItemRow
          key={item.id}
          item={item}
          place={placeOf(item)}
          ticked={onTick ? isTicked.has(item.id) : null}
        />
      ))}
    </ul>
  )
}

interface ItemRowProps {
  readonly item: PlacedItem
  readonly place: string
  /** Null where it can’t be ticked. */
  readonly ticked: boolean | null
}

const ItemRow = memo(({ item, place, ticked }: ItemRowProps) => (
  <li className={styles.item} style={{ height: rowHeight }} data-ticked={ticked || undefined}>
    {ticked !== null && (
      <label className={`${styles.tick} no-print`}>
        <input
          type="checkbox"
          checked={ticked}
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
      {place && <div className="quiet cut">{place}</div>}
    </div>
  </li>
))
