import { IconPencil, IconTrash } from '@tabler/icons-react'
import { age, type JournalEntry } from '@vitrine/contract'
import { memo } from 'react'
import { mediumDateTime } from '../../../ui/text/dates.ts'
import { dayText } from '../calendar/day-text.ts'
import { authorOf } from '../entry/author-of.ts'
import { TagBadges } from '../tags/tag-badges.tsx'
import styles from './entry-row.module.css'
import { LinkedComment } from './linked-comment.tsx'

interface EntryRowProps {
  readonly entry: JournalEntry
  /** The day that 'Yesterday' is seen from. */
  readonly today: string
  readonly onEdit: (entry: JournalEntry) => void
  readonly onDelete: (entry: JournalEntry) => void
}

/** Rendered by the hundred: memoised, with native buttons and titles. */
export const EntryRow = memo(function EntryRow({ entry, today, onEdit, onDelete }: EntryRowProps) {
  const day = dayText(entry.date || entry.created)
  return (
    <article className={styles.entry}>
      <div className={styles.head}>
        <time dateTime={entry.date} className={styles.date}>
          {day}
        </time>
        <span className={styles.author}>{authorOf(entry)}</span>
        <span className={styles.created}>
          {mediumDateTime(entry.created)} · {age(new Date(entry.created), new Date(today))}
        </span>
      </div>
      <div className={styles.body}>
        <p className={styles.comment}>
          <LinkedComment entry={entry} />
        </p>
        <TagBadges tags={entry.tags} />
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
