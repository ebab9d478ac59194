import { ActionIcon } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { CalendarEntry } from './calendar-entry.tsx'
import { dayInMonthText } from './day-text.ts'
import styles from './month-agenda.module.css'
import { isIn, monthWeeks } from './month-grid.ts'
import type { MonthView } from './month-view.ts'

/** The days of a month that have entries, one under the other, and today in any case. */
export function MonthAgenda({ month, today, byDay, onEdit, onWrite }: MonthView) {
  const days = monthWeeks(month)
    .flat()
    .filter((day) => isIn(month, day) && (byDay.has(day) || day === today))
  if (days.length === 0) return <p className={styles.none}>No entries in this month.</p>
  return (
    <ol className={styles.days}>
      {days.map((day) => (
        <li key={day} className={styles.day} data-today={day === today || undefined}>
          <div className={styles.head}>
            <time dateTime={day} className={styles.date} {...(day === today && { 'aria-current': 'date' })}>
              {dayInMonthText(day)}
            </time>
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={`Write on ${dayInMonthText(day)}`}
              onClick={() => onWrite(day)}
            >
              <IconPencilPlus size={18} stroke={1.5} aria-hidden="true" />
            </ActionIcon>
          </div>
          {!byDay.has(day) && <p className={styles.free}>No entries today.</p>}
          {byDay.get(day)?.map((entry) => (
            <CalendarEntry key={entry.id} entry={entry} onEdit={onEdit} />
          ))}
        </li>
      ))}
    </ol>
  )
}
