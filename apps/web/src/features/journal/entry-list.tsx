import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { describeAge, type JournalEntry, toDay } from '@vitrine/contract'
import { memo, useEffect, useRef } from 'react'
import { useOffsetTop, useRendersAllRows } from '../../ui/lists/virtual-rows.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { HighlightedText } from '../../ui/text/marked-text.tsx'
import { formatDay } from './day-text.ts'
import { EntryContent, formatEntryAuthor } from './entry-fields.tsx'
import styles from './entry-list.module.css'

interface EntryListProps {
  readonly entries: readonly JournalEntry[]
  /** The number of entries without a filter. */
  readonly total: number
  /** The id of the entry that was opened by a link. */
  readonly linkedEntryId: number | null
  /** The words to highlight, separated by '|'. */
  readonly mark: string
  readonly onEdit: (entry: JournalEntry) => void
  readonly onDelete: (entry: JournalEntry) => void
}

/** The list of entries. Renders only those near the viewport if the list is long. */
export function EntryList({
  entries,
  total,
  linkedEntryId,
  mark,
  onEdit,
  onDelete,
}: EntryListProps) {
  const rendersAll = useRendersAllRows(total)
  const list = useRef<HTMLUListElement>(null)
  const scrollMargin = useOffsetTop(list)

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rendersAll ? 0 : entries.length,
    estimateSize: () => 112,
    overscan: 8,
    scrollMargin,
    getItemKey: (index) => entries[index]?.id ?? index,
  })

  useEffect(() => {
    if (linkedEntryId === null) return
    list.current?.scrollIntoView({ block: 'center' })
    list.current?.focus({ preventScroll: true })
  }, [linkedEntryId])

  const today = toDay(new Date())

  const rows = rendersAll
    ? entries.map((entry, index) => ({ entry, index, start: null }))
    : virtualizer
        .getVirtualItems()
        .map(({ index, start }) => ({ entry: entries[index], index, start }))
        .filter((row): row is VirtualRow => row.entry !== undefined)

  return (
    <ul
      ref={list}
      aria-label="Journal entries"
      tabIndex={-1}
      className={styles.list}
      style={rendersAll ? {} : { height: virtualizer.getTotalSize() }}
    >
      {rows.map(({ entry, index, start }) => (
        <li
          key={entry.id}
          ref={start === null ? null : virtualizer.measureElement}
          data-index={index}
          aria-setsize={entries.length}
          aria-posinset={index + 1}
          className={styles.row}
          {...(start !== null && {
            'data-placed': true,
            style: { transform: `translateY(${start - scrollMargin}px)` },
          })}
        >
          <EntryRow entry={entry} today={today} mark={mark} onEdit={onEdit} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}

interface VirtualRow {
  readonly entry: JournalEntry
  readonly index: number
  readonly start: number
}

interface EntryRowProps {
  readonly entry: JournalEntry
  /** The day to which ages such as 'Yesterday' relate. */
  readonly today: string
  readonly mark: string
  readonly onEdit: (entry: JournalEntry) => void
  readonly onDelete: (entry: JournalEntry) => void
}

/** Memoised and with native buttons and titles, because hundreds of rows are rendered. */
const EntryRow = memo(function EntryRow({ entry, today, mark, onEdit, onDelete }: EntryRowProps) {
  const day = formatDay(entry.date || entry.created)
  const words = mark.split('|')
  return (
    <article className={styles.entry}>
      <div className={styles.head}>
        <time dateTime={entry.date} className={styles.date}>
          {day}
        </time>
        <span className={styles.author}>
          <HighlightedText text={formatEntryAuthor(entry)} words={words} />
        </span>
        <span className={styles.created}>
          {formatDateTime(entry.created)} · {describeAge(new Date(entry.created), new Date(today))}
        </span>
      </div>
      <div className={styles.body}>
        <EntryContent entry={entry} words={words} />
      </div>
      <div className={`${styles.actions} no-print`}>
        <button
          type="button"
          title="Edit entry"
          aria-label={`Edit entry of ${day}`}
          className={styles.action}
          onClick={() => onEdit(entry)}
        >
          <IconPencil size={18} stroke={1.5} aria-hidden="true" />
        </button>
        <button
          type="button"
          title="Delete entry"
          aria-label={`Delete entry of ${day}`}
          className={styles.action}
          onClick={() => onDelete(entry)}
        >
          <IconTrash size={18} stroke={1.5} aria-hidden="true" />
        </button>
      </div>
    </article>
  )
})
