import { ActionIcon, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import { CalendarEntry } from './calendar-entry.tsx'
import { dayInMonthText, weekdayText } from './day-text.ts'
import styles from './month-agenda.module.css'
import { isIn, monthWeeks } from './month-grid.ts'
import type { MonthView } from './month-view.ts'

/** The days of a month one under the other; those without entries are buttons side by side, to write on them. */
export function MonthAgenda({ month, today, byDay, onEdit, onWrite }: MonthView) {
  const days = monthWeeks(month)
    .flat()
    .filter((day) => isIn(month, day))
  const isFree = (day: string) => !byDay.has(day) && day !== today
  return (
    <>
      {days.every(isFree) && <p className={styles.none}>No entries in this month. Press a day to write on it.</p>}
      <ol className={styles.days}>
        {runsOf(days, isFree).map((run) =>
          run.every(isFree) ? (
            <li key={run[0]} className={styles.freeDays}>
              {run.map((day) => (
                <UnstyledButton key={day} className={styles.freeDay ?? ''} onClick={() => onWrite(day)}>
                  <VisuallyHidden>Write on </VisuallyHidden>
                  {weekdayText(day)} {Number(day.slice(-2))}
                </UnstyledButton>
              ))}
            </li>
          ) : (
            run.map((day) => (
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
            ))
          ),
        )}
      </ol>
    </>
  )
}

/** The days in their order, cut wherever free days begin or end. */
const runsOf = (days: readonly string[], isFree: (day: string) => boolean): string[][] =>
  days.reduce<string[][]>((runs, day) => {
    const last = runs.at(-1)
    if (last?.[0] !== undefined && isFree(last[0]) === isFree(day)) last.push(day)
    else runs.push([day])
    return runs
  }, [])
