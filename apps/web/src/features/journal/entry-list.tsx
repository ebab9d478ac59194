import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { dayOf, type JournalEntry } from '@vitrine/contract'
import { useRef } from 'react'
import { useOffsetTop } from '../../ui/use-offset-top.ts'
import styles from './entry-list.module.css'
import { EntryRow } from './entry-row.tsx'

interface EntryListProps {
  readonly entries: readonly JournalEntry[]
  /** Draws all of them; else only those near the window, each of which is as high as its text. */
  readonly whole: boolean
  readonly onEdit: (entry: JournalEntry) => void
  readonly onDelete: (entry: JournalEntry) => void
}

export function EntryList({ entries, whole, onEdit, onDelete }: EntryListProps) {
  const list = useRef<HTMLUListElement>(null)
  const scrollMargin = useOffsetTop(list)
  const window = useWindowVirtualizer<HTMLLIElement>({
    count: whole ? 0 : entries.length,
    estimateSize: () => 112,
    overscan: 8,
    scrollMargin,
    getItemKey: (index) => entries[index]?.id ?? index,
  })
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
          <EntryRow entry={entry} today={today} onEdit={onEdit} onDelete={onDelete} />
        </li>
      ))}
    </ul>
  )
}
