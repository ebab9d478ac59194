import { useQuery } from '@tanstack/react-query'
import {
  type Movement,
  movementReasons,
  type Place,
  type PlaceTree,
  toDay,
} from '@vitrine/contract'
import { useState } from 'react'
import { callQuery } from '../../client/query.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { CsvDownload } from '../../ui/lists/csv-download.tsx'
import { Thumbnail } from '../../ui/lists/picture.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatDate } from '../../ui/text/format.ts'
import styles from './away-list.module.css'
import { ItemLink, PlacePath, placePathIds } from './movements.tsx'
import { ReturnDayForm } from './return-day.tsx'

/** The items that are expected back, sorted by urgency. */
export function AwayList({ tree }: { readonly tree: PlaceTree<Place> }) {
  const list = useQuery(callQuery('GET /movements/away'))
  const today = toDay(new Date())
  const [editedItemId, setEditedItemId] = useState(0)

  return (
    <>
      {list.isPending && <RowSkeletons label="Loading what is away" />}
      {list.isError && <LoadFailure what="The list" query={list} />}
      {list.data?.length === 0 && (
        <EmptyState>
          Nothing is away. An item that was moved with a day of return is listed here.
        </EmptyState>
      )}
      {list.data && list.data.length > 0 && (
        <>
          <div className="no-print">
            <CsvDownload
              fileName="away.csv"
              initialDelimiter="semicolon"
              rows={() => toAwayCsvRows(list.data, tree)}
            />
          </div>
          <ol aria-label="Away and due back" className="plain-list">
            {list.data.map(({ id, item, day, by, reason, backOn }) => (
              <li key={id} className={styles.entry}>
                <Thumbnail item={{ id: item.id, picture: item.picture ?? '' }} />
                <div className={styles.words}>
                  <span className={styles.item}>
                    <ItemLink item={item} />
                  </span>
                  <span>
                    <PlacePath tree={tree} path={placePathIds(tree, item.placeId)} />
                  </span>
                  <span className="quiet">
                    {movementReasons[reason]}, since {formatDate(day)}, {by}
                  </span>
                </div>
                <div className={styles.due} data-overdue={backOn < today || undefined}>
                  <time dateTime={backOn}>{formatDate(backOn)}</time>
                  <span className="quiet">{formatDue(backOn, today)}</span>
                  {editedItemId !== item.id && (
                    <SmallButton
                      aria-label={`Change the day: ${item.identifier}`}
                      className="no-print"
                      onClick={() => setEditedItemId(item.id)}
                    >
                      Change…
                    </SmallButton>
                  )}
                </div>
                {editedItemId === item.id && (
                  <div className={`surface ${styles.change}`}>
                    <ReturnDayForm
                      itemId={item.id}
                      before={backOn}
                      onClose={() => setEditedItemId(0)}
                    />
                  </div>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

function formatDue(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  if (days === 0) return 'Due today'
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days < 0 ? `Overdue by ${count}` : `Due in ${count}`
}

const toAwayCsvRows = (movements: readonly Movement[], tree: PlaceTree<Place>): string[][] => [
  ['Expected back', 'Identifier', 'Name', 'Place', 'Reason', 'Since', 'By'],
  ...movements.map(({ item, day, by, reason, backOn }) => [
    backOn,
    item.identifier,
    item.name,
    item.placeId === null ? '' : tree.pathOf(item.placeId),
    movementReasons[reason],
    day,
    by,
  ]),
]
