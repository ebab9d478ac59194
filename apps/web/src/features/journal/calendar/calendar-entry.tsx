import { UnstyledButton } from '@mantine/core'
import { calendarComment, type JournalEntry } from '@vitrine/contract'
import styles from './calendar-entry.module.css'

interface CalendarEntryProps {
  readonly entry: JournalEntry
  readonly onEdit: (entry: JournalEntry) => void
}

export function CalendarEntry({ entry, onEdit }: CalendarEntryProps) {
  return (
    <UnstyledButton className={styles.entry ?? ''} onClick={() => onEdit(entry)}>
      {calendarComment(entry.comment)}
    </UnstyledButton>
  )
}
