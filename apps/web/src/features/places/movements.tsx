import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type Movement,
  movementReasons,
  type Place,
  type PlaceTree,
  pathSeparator,
  toCsvText,
  toDay,
} from '@vitrine/contract'
import { Fragment } from 'react'
import { call } from '../../client/call.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { CsvDownload } from '../../ui/lists/csv-download.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatDate, formatDateTime } from '../../ui/text/format.ts'
import styles from './movements.module.css'

interface PlacePathProps {
  readonly tree: PlaceTree<Place>
  /** Place ids from the outermost; empty for no place. */
  readonly path: readonly number[]
}

/** A path of places, each with a link. */
export const PlacePath = ({ tree, path }: PlacePathProps) =>
  path.length === 0 ? (
    'No place'
  ) : (
    <span className="breakable">
      {path.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && pathSeparator}
          <Link to="/places/$id" params={{ id: String(id) }}>
            {tree.get(id)?.name}
          </Link>
        </Fragment>
      ))}
    </span>
  )

/** The ids of a place and the places around it today, from the outermost. */
export const placePathIds = (tree: PlaceTree<Place>, id: number | null): number[] =>
  id === null ? [] : tree.ancestry(id).map((place) => place.id)

export const formatPlacePath = (tree: PlaceTree<Place>, path: readonly number[]): string =>
  path.map((id) => tree.get(id)?.name).join(pathSeparator)

/** Such as 'Saal 1 → Depot', or if a place was moved with its items, 'Saal 1 → Depot, with Kiste 7'. */
function MovementPath({
  tree,
  from,
  to,
}: Pick<Movement, 'from' | 'to'> & Pick<PlacePathProps, 'tree'>) {
  const sharedCount = countCommonSuffix(from, to)

  // It was recorded again, or only the day of return changed.
  if (sharedCount === from.length && sharedCount === to.length)
    return (
      <span>
        Stays in <PlacePath tree={tree} path={to.slice(-1)} />
      </span>
    )

  // Without the place that was moved with its items, and the places inside it.
  const renderEnd = (path: readonly number[]) => {
    const ownPath = path.slice(0, path.length - sharedCount)
    return (
      <span title={formatPlacePath(tree, path)}>
        <PlacePath tree={tree} path={ownPath.slice(-1)} />
      </span>
    )
  }

  return (
    <span>
      {renderEnd(from)} → {renderEnd(to)}
      {sharedCount > 0 && (
        <>
          , with <PlacePath tree={tree} path={to.slice(-sharedCount).slice(0, 1)} />
        </>
      )}
    </span>
  )
}

/** Counts the places that both paths have in common at their ends. */
function countCommonSuffix(pathA: readonly number[], pathB: readonly number[]): number {
  const firstDifference = pathA.toReversed().findIndex((id, index) => id !== pathB.at(-1 - index))
  return firstDifference === -1 ? pathA.length : firstDifference
}

/** The time of the record if it was made on the day of the movement, otherwise both days. */
const MovementTime = ({ day, at }: Pick<Movement, 'day' | 'at'>) =>
  toDay(new Date(at)) === day ? (
    <time dateTime={at}>{formatDateTime(at)}</time>
  ) : (
    <>
      <time dateTime={day}>{formatDate(day)}</time>, recorded{' '}
      <time dateTime={at}>{formatDate(at)}</time>
    </>
  )

export const ItemLink = ({ item }: Pick<Movement, 'item'>) => (
  <Link to="/inventory-detail/$id" params={{ id: String(item.id) }}>
    {item.identifier}
    {item.name && ` ${item.name}`}
  </Link>
)

/** All movements of an item, or all into and out of a place. */
type MovementFilter = { readonly item: number } | { readonly place: number }

const movementsQuery = (filter: MovementFilter) =>
  infiniteQueryOptions({
    queryKey: ['movements', 'of', filter],
    queryFn: ({ signal, pageParam: before }) =>
      call('GET /movements', { query: { ...filter, ...(before && { before }) } }, { signal }),
    // The first page has no `before`: it starts with the newest movement.
    initialPageParam: 0,
    getNextPageParam: ({ movements, hasMore }) => (hasMore ? movements.at(-1)?.id : undefined),
  })

interface MovementListProps {
  readonly filter: MovementFilter
  readonly tree: PlaceTree<Place>
}

/** The movements, newest first, page by page. */
export function MovementList({ filter, tree }: MovementListProps) {
  const pages = useInfiniteQuery(movementsQuery(filter))
  const movements = pages.data?.pages.flatMap((page) => page.movements)

  return (
    <>
      {pages.isPending && <RowSkeletons label="Loading the movements" rows={3} />}
      {pages.isError && <LoadFailure what="The movements" query={pages} />}
      {movements?.length === 0 && <p className="note">No movements yet.</p>}
      <ol className={`plain-list ${styles.movements}`}>
        {movements?.map((movement) => (
          <li key={movement.id} className={styles.movement}>
            {'place' in filter && <ItemLink item={movement.item} />}
            <MovementPath tree={tree} from={movement.from} to={movement.to} />
            <span className="quiet">
              <MovementTime {...movement} />, {movement.by}
              {/* The first recorded place is stored as a correction, but corrects nothing. */}
              {!(movement.from.length === 0 && movement.reason === 'correction') &&
                ` · ${movementReasons[movement.reason]}`}
              {movement.backOn && `, expected back ${formatDate(movement.backOn)}`}
            </span>
            {movement.remark && <span className="quiet">“{movement.remark}”</span>}
          </li>
        ))}
      </ol>
      <div className="row">
        {pages.hasNextPage && (
          <SmallButton loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            Show earlier movements
          </SmallButton>
        )}
        {'item' in filter && movements && movements.length > 0 && (
          <CsvDownload
            quiet
            label="CSV"
            fileName="movements.csv"
            initialDelimiter="semicolon"
            // The file has all movements, not only those that have been loaded.
            rows={() => []}
            fetch={async (delimiter) =>
              new Blob([
                toCsvText(toMovementCsvRows(await fetchAllMovements(filter), tree), delimiter),
              ])
            }
          />
        )}
      </div>
    </>
  )
}

async function fetchAllMovements(filter: MovementFilter): Promise<Movement[]> {
  const movements: Movement[] = []
  let hasMore = true

  while (hasMore) {
    const before = movements.at(-1)?.id
    const page = await call('GET /movements', { query: { ...filter, ...(before && { before }) } })
    movements.push(...page.movements)
    hasMore = page.hasMore
  }

  return movements
}

const toMovementCsvRows = (movements: readonly Movement[], tree: PlaceTree<Place>): string[][] => [
  [
    'Identifier',
    'Name',
    'Date',
    'By',
    'From',
    'To',
    'Reason',
    'Remark',
    'Expected back',
    'Recorded at',
  ],
  ...movements.map(({ item, day, at, by, from, to, reason, remark, backOn }) => [
    item.identifier,
    item.name,
    day,
    by,
    formatPlacePath(tree, from),
    formatPlacePath(tree, to),
    movementReasons[reason],
    remark,
    backOn,
    at,
  ]),
]
