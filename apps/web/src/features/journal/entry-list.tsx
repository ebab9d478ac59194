import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { dayOf, type JournalEntry } from '@vitrine/contract'
import { useRef } from 'react'
import { useOffsetTop } from '../../ui/use-offset-top.ts'
import styles from './entry-list.module.css'
import { EntryRow } from './entry-row.tsx'

interface EntryListProps {
  readonly entries: readonly JournalEntry[]
  readonly onEdit: (entry: JournalEntry) => void
  readonly onDelete: (entry: JournalEntry) => void
}

/** All entries, of which only those near the window are drawn: each is as high as its text. */
export function EntryList({ entries, onEdit, onDelete }: EntryListProps) {
  const list = useRef<HTMLUListElement>(null)
  const scrollMargin = useOffsetTop(list)
  const rows = useWindowVirtualizer<HTMLLIElement>({
    count: entries.length,
    estimateSize: () => 112,
    overscan: 8,
    scrollMargin,
    getItemKey: (index) => entries[index]?.id ?? index,
  })
  const today = dayOf(new Date())

  return (
    <ul ref={list} aria-label="Journal entries" className={styles.list} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const entry = entries[index]
        return (
          entry && (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              className={styles.row}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
            >
              <EntryRow entry={entry} today={today} onEdit={onEdit} onDelete={onDelete} />
            </li>
          )
        )
      })}
    </ul>
  )
}
