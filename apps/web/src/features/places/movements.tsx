import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  csvFile,
  type Movement,
  movementReasons,
  type Place,
  type PlaceTree,
  pathSeparator,
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
  /** From the outermost place; none for no place. */
  readonly path: readonly number[]
}

/** Each place on the way is a link. */
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

/** The path of today. */
export const pathTo = (tree: PlaceTree<Place>, id: number | null): number[] =>
  id === null ? [] : tree.ancestry(id).map((place) => place.id)

export const pathText = (tree: PlaceTree<Place>, path: readonly number[]): string =>
  path.map((id) => tree.get(id)?.name).join(pathSeparator)

/** 'Saal 1 → Depot'; where a place was moved with what is in it, 'Saal 1 → Depot, with Kiste 7'. */
function MovementPath({
  tree,
  from,
  to,
}: Pick<Movement, 'from' | 'to'> & Pick<PlacePathProps, 'tree'>) {
  const taken = sameAtEnd(from, to)
  // Only its day of return is another one.
  if (taken === from.length && taken === to.length)
    return (
      <span>
        Stays in <PlacePath tree={tree} path={to.slice(-1)} />
      </span>
    )
  const end = (path: readonly number[]) => {
    const around = path.slice(0, path.length - taken)
    return (
      <span title={pathText(tree, path)}>
        <PlacePath tree={tree} path={around.slice(-1)} />
      </span>
    )
  }
  return (
    <span>
      {end(from)} → {end(to)}
      {taken > 0 && (
        <>
          , with <PlacePath tree={tree} path={to.slice(-taken).slice(0, 1)} />
        </>
      )}
    </span>
  )
}

function sameAtEnd(a: readonly number[], b: readonly number[]): number {
  const differs = a.toReversed().findIndex((id, index) => id !== b.at(-1 - index))
  return differs === -1 ? a.length : differs
}

export const ItemLink = ({ item }: Pick<Movement, 'item'>) => (
  <Link to="/inventory-detail/$id" params={{ id: String(item.id) }}>
    {item.identifier}
    {item.name && ` ${item.name}`}
  </Link>
)

/** Of an item, or into and out of a place. */
type MovementsOf = { readonly item: number } | { readonly place: number }

const movementsOf = (of: MovementsOf) =>
  infiniteQueryOptions({
    queryKey: ['movements', 'of', of],
    queryFn: ({ signal, pageParam: before }) =>
      call('GET /movements', { query: { ...of, ...(before && { before }) } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ movements, hasMore }) => (hasMore ? movements.at(-1)?.id : undefined),
  })

interface MovementListProps {
  readonly of: MovementsOf
  readonly tree: PlaceTree<Place>
}

export function MovementList({ of, tree }: MovementListProps) {
  const pages = useInfiniteQuery(movementsOf(of))
  const movements = pages.data?.pages.flatMap((page) => page.movements)
  return (
    <>
      {pages.isPending && <RowSkeletons label="Loading the movements" rows={3} />}
      {pages.isError && <LoadFailure what="The movements" query={pages} />}
      {movements?.length === 0 && <p className="note">No movements yet.</p>}
      <ol className={`plain-list ${styles.movements}`}>
        {movements?.map((movement) => (
          <li key={movement.id} className={styles.movement}>
            {'place' in of && <ItemLink item={movement.item} />}
            <MovementPath tree={tree} from={movement.from} to={movement.to} />
            <span className="quiet">
              <time dateTime={movement.at}>{formatDateTime(movement.at)}</time>, {movement.by}
              {/* The first entry of a place corrects nothing. */}
              {!(movement.from.length === 0 && movement.reason === 'correction') &&
                ` · ${movementReasons[movement.reason]}`}
              {movement.backOn && `, expected back ${formatDate(movement.backOn)}`}
            </span>
          </li>
        ))}
      </ol>
      <div className="row">
        {pages.hasNextPage && (
          <SmallButton loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            Show earlier movements
          </SmallButton>
        )}
        {'item' in of && movements && movements.length > 0 && (
          <CsvDownload
            quiet
            label="CSV"
            fileName="movements.csv"
            initialDelimiter="semicolon"
            rows={() => []}
            fetch={async (delimiter) =>
              new Blob([csvFile(csvRows(await allMovements(of), tree), delimiter)])
            }
          />
        )}
      </div>
    </>
  )
}

async function allMovements(of: MovementsOf): Promise<Movement[]> {
  const all: Movement[] = []
  let hasMore = true
  while (hasMore) {
    const before = all.at(-1)?.id
    const page = await call('GET /movements', { query: { ...of, ...(before && { before }) } })
    all.push(...page.movements)
    hasMore = page.hasMore
  }
  return all
}

const csvRows = (movements: readonly Movement[], tree: PlaceTree<Place>): string[][] => [
  ['Identifier', 'Name', 'Moved at', 'By', 'From', 'To', 'Reason', 'Expected back'],
  ...movements.map(({ item, at, by, from, to, reason, backOn }) => [
    item.identifier,
    item.name,
    at,
    by,
    pathText(tree, from),
    pathText(tree, to),
    movementReasons[reason],
    backOn,
  ]),
]
