import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { age, dayOf, type JournalEntry } from '@vitrine/contract'
import { memo, useEffect, useRef } from 'react'
import { useOffsetTop, useRendersAllRows } from '../../ui/lists/window-rows.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { HighlightedText } from '../../ui/text/marked-text.tsx'
import { dayText } from './day-text.ts'
import { authorOf, ShownFields } from './entry-fields.tsx'
import styles from './entry-list.module.css'

interface EntryListProps {
  readonly entries: readonly JournalEntry[]
  /** How many there are without a filter. */
  readonly total: number
  /** The entry that a link led to. */
  readonly linked: number | null
  /** What is marked in them, separated by '|'. */
  readonly mark: string
  readonly onEdit: (entry: JournalEntry) => void
  readonly onDelete: (entry: JournalEntry) => void
}

/** Of a long list only the entries near the window are drawn, each as high as its text. */
export function EntryList({ entries, total, linked, mark, onEdit, onDelete }: EntryListProps) {
  const whole = useRendersAllRows(total)
  const list = useRef<HTMLUListElement>(null)
  const scrollMargin = useOffsetTop(list)
  const window = useWindowVirtualizer<HTMLLIElement>({
    count: whole ? 0 : entries.length,
    estimateSize: () => 112,
    overscan: 8,
    scrollMargin,
    getItemKey: (index) => entries[index]?.id ?? index,
  })
  useEffect(() => {
    if (linked === null) return
    list.current?.scrollIntoView({ block: 'center' })
    list.current?.focus({ preventScroll: true })
  }, [linked])
  const today = dayOf(new Date())
  const rows = whole
    ? entries.map((entry, index) => ({ entry, index, start: null }))
    : window.getVirtualItems().flatMap(({ index, start }) => {
        const entry = entries[index]
        return entry ? [{ entry, index, start }] : []
      })

  return (
    <ul
      ref={list}
      aria-label="Journal entries"
      tabIndex={-1}
      className={styles.list}
      style={whole ? {} : { height: window.getTotalSize() }}
    >
      {rows.map(({ entry, index, start }) => (
        <li
          key={entry.id}
          ref={start === null ? null : window.measureElement}
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

interface EntryRowProps {
  readonly entry: JournalEntry
  /** The day that 'Yesterday' is seen from. */
  readonly today: string
  readonly mark: string
  readonly onEdit: (entry: JournalEntry) => void
  readonly onDelete: (entry: JournalEntry) => void
}

/** Rendered by the hundred: memoised, with native buttons and titles. */
const EntryRow = memo(function EntryRow({ entry, today, mark, onEdit, onDelete }: EntryRowProps) {
  const day = dayText(entry.date || entry.created)
  const words = mark.split('|')
  return (
    <article className={styles.entry}>
      <div className={styles.head}>
        <time dateTime={entry.date} className={styles.date}>
          {day}
        </time>
        <span className={styles.author}>
          <HighlightedText text={authorOf(entry)} words={words} />
        </span>
        <span className={styles.created}>
          {formatDateTime(entry.created)} · {age(new Date(entry.created), new Date(today))}
        </span>
      </div>
      <div className={styles.body}>
        <ShownFields entry={entry} words={words} />
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
