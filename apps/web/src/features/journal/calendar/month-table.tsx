import { CalendarEntry } from './calendar-entry.tsx'
import { dayInMonthText, longWeekdayText, monthText, weekdayText } from './day-text.ts'
import { isIn, monthWeeks } from './month-grid.ts'
import styles from './month-table.module.css'
import type { MonthView } from './month-view.ts'

export function MonthTable({ month, today, byDay, onEdit, onWrite }: MonthView) {
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
                <button
                  type="button"
                  className={styles.write}
                  title={`Write on ${dayInMonthText(day)}`}
                  aria-label={`Write on ${dayInMonthText(day)}`}
                  onClick={() => onWrite(day)}
                >
                  <time dateTime={day} className={styles.number}>
                    {Number(day.slice(-2))}
                  </time>
                </button>
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
