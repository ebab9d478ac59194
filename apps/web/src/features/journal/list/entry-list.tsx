import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { dayOf, type JournalEntry } from '@vitrine/contract'
import { useRef } from 'react'
import { useOffsetTop } from '../../../ui/layout/use-offset-top.ts'
import { useRenderAllRows } from '../../../ui/lists/use-render-all-rows.ts'
import styles from './entry-list.module.css'
import { EntryRow } from './entry-row.tsx'

interface EntryListProps {
  readonly entries: readonly JournalEntry[]
  /** How many there are without a filter. */
  readonly total: number
  readonly onEdit: (entry: JournalEntry) => void
  readonly onDelete: (entry: JournalEntry) => void
}

/** Of a long list only the entries near the window are drawn, each as high as its text. */
export function EntryList({ entries, total, onEdit, onDelete }: EntryListProps) {
  const whole = useRenderAllRows(total)
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
