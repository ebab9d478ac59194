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

interface AwayListProps {
  readonly tree: PlaceTree<Place>
}

/** The items that are expected back, sorted by urgency. */
export function AwayList({ tree }: AwayListProps) {
  const list = useQuery(callQuery('GET /movements/away'))
  const [editedItemId, setEditedItemId] = useState<number | null>(null)

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
            {list.data.map((movement) => (
              <AwayEntry
                key={movement.id}
                movement={movement}
                tree={tree}
                isEdited={movement.item.id === editedItemId}
                onEdit={() => setEditedItemId(movement.item.id)}
                onClose={() => setEditedItemId(null)}
              />
            ))}
          </ol>
        </>
      )}
    </>
  )
}

interface AwayEntryProps extends AwayListProps {
  readonly movement: Movement
  /** Whether the day of return is being edited. */
  readonly isEdited: boolean
  readonly onEdit: () => void
  readonly onClose: () => void
}

function AwayEntry({ movement, tree, isEdited, onEdit, onClose }: AwayEntryProps) {
  const { item, day, by, reason, backOn } = movement
  const today = toDay(new Date())

  return (
    <li className={styles.entry}>
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
        {!isEdited && (
          <SmallButton
            aria-label={`Change the day: ${item.identifier}`}
            className="no-print"
            onClick={onEdit}
          >
            Change…
          </SmallButton>
        )}
      </div>
      {isEdited && (
        <div className={`surface ${styles.change}`}>
          <ReturnDayForm itemId={item.id} before={backOn} onClose={onClose} />
        </div>
      )}
    </li>
  )
}

const dayMs = 86_400_000

function formatDue(day: string, today: string): string {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / dayMs)
  if (days === 0) return 'Due today'

  const duration = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days)} days`
  return days < 0 ? `Overdue by ${duration}` : `Due in ${duration}`
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
