import { ActionIcon, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { age, type JournalEntry } from '@vitrine/contract'
import { mediumDateTime } from '../../ui/dates.ts'
import { authorOf } from './author-of.ts'
import { dayText } from './day-text.ts'
import styles from './entry-row.module.css'
import { TagBadges } from './tag-badges.tsx'

interface EntryRowProps {
  readonly entry: JournalEntry
  readonly now: Date
  readonly onEdit: (entry: JournalEntry) => void
  readonly onDelete: (entry: JournalEntry) => void
}

export function EntryRow({ entry, now, onEdit, onDelete }: EntryRowProps) {
  const day = dayText(entry.date || entry.created)
  return (
    <article className={styles.entry}>
      <div className={styles.head}>
        <time dateTime={entry.date} className={styles.date}>
          {day}
        </time>
        <span className={styles.author}>{authorOf(entry)}</span>
        <span className={styles.created}>
          {mediumDateTime(entry.created)} · {age(new Date(entry.created), now)}
        </span>
      </div>
      <div className={styles.body}>
        <p className={styles.comment}>{entry.comment}</p>
        <TagBadges tags={entry.tags} />
      </div>
      <div className={styles.actions}>
        <Tooltip label="Edit entry">
          <ActionIcon variant="subtle" size="lg" aria-label={`Edit entry of ${day}`} onClick={() => onEdit(entry)}>
            <IconPencil size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Delete entry">
          <ActionIcon variant="subtle" size="lg" aria-label={`Delete entry of ${day}`} onClick={() => onDelete(entry)}>
            <IconTrash size={18} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </div>
    </article>
  )
}
