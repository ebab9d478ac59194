import { VisuallyHidden } from '@mantine/core'
import { CalendarEntry } from './calendar-entry.tsx'
import { dayInMonthText, longWeekdayText, monthText, weekdayText } from './day-text.ts'
import { isIn, monthWeeks } from './month-grid.ts'
import styles from './month-table.module.css'
import type { MonthView } from './month-view.ts'

export function MonthTable({ month, today, byDay, onEdit }: MonthView) {
  const weeks = monthWeeks(month)
  return (
    <table className={styles.table} aria-label={monthText(month)}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={longWeekdayText(day)} className={styles.weekday}>
              {weekdayText(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td
                key={day}
                className={styles.day}
                data-outside={!isIn(month, day) || undefined}
                {...(day === today && { 'aria-current': 'date' })}
              >
                <time dateTime={day} className={styles.number}>
                  <span aria-hidden="true">{Number(day.slice(-2))}</span>
                  <VisuallyHidden>{dayInMonthText(day)}</VisuallyHidden>
                </time>
                {byDay.get(day)?.map((entry) => (
                  <CalendarEntry key={entry.id} entry={entry} onEdit={onEdit} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
