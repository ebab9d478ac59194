import { ActionIcon, Button, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPencilPlus } from '@tabler/icons-react'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { calendarComment, dayOf, type JournalEntry } from '@vitrine/contract'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { dayInMonthText, longWeekdayText, monthText, weekdayText } from './day-text.ts'
import { dayOfEntry } from './entry-fields.tsx'
import agenda from './month-agenda.module.css'
import styles from './month-calendar.module.css'
import { isIn, monthAfter, monthOf, monthWeeks } from './month-grid.ts'

/** What a month is drawn from, as a table or as an agenda. */
interface MonthView {
  readonly month: string
  readonly today: string
  readonly byDay: ReadonlyMap<string, readonly JournalEntry[]>
  readonly onEdit: (entry: JournalEntry) => void
  readonly onWrite: (day: string) => void
}

interface MonthCalendarProps extends Pick<MonthView, 'onEdit' | 'onWrite'> {
  readonly entries: readonly JournalEntry[]
  /** `null` stands for this month. */
  readonly month: string | null
  readonly onMonth: (month: string | null) => void
}

/**
 * The entries by day: a table where there is room for seven columns, else the days that have any.
 */
export function MonthCalendar({
  entries,
  month: wanted,
  onMonth,
  onEdit,
  onWrite,
}: MonthCalendarProps) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const today = dayOf(new Date())
  const month = wanted ?? monthOf(today)
  const byDay = useMemo(() => Map.groupBy(entries, dayOfEntry), [entries])
  const go = (to: string) => onMonth(to === monthOf(today) ? null : to)
  const Month = narrow ? MonthAgenda : MonthTable
  const section = useRef<HTMLElement>(null)
  // Of the table, this week.
  const toToday = () =>
    section.current
      ?.querySelector('[data-today]')
      ?.scrollIntoView({ block: narrow ? 'start' : 'nearest' })
  // The days of a phone open at today, unless Back restores the scroll position; a table does not,
  // as weeks of long comments would push what turns the months out of the window.
  const place = useElementScrollRestoration({ getElement: () => window })
  const wantsToday = useRef(narrow && !place)
  const showToday = () => {
    if (wanted === null) return toToday()
    wantsToday.current = true
    onMonth(null)
  }
  // When it opens, and once the month of today is there.
  const scrollToToday = useEffectEvent((_shown: string) => {
    if (wantsToday.current) toToday()
    wantsToday.current = false
  })
  useEffect(() => scrollToToday(month), [month])

  return (
    <section ref={section} aria-label="Calendar">
      <div className={styles.head}>
        <Title order={2} className={styles.month ?? ''} aria-live="polite">
          {monthText(month)}
        </Title>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Previous month"
          data-repeatable
          onClick={() => go(monthAfter(month, -1))}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <Button variant="default" size="sm" onClick={showToday}>
          Today
        </Button>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Next month"
          data-repeatable
          onClick={() => go(monthAfter(month, 1))}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      <Month month={month} today={today} byDay={byDay} onEdit={onEdit} onWrite={onWrite} />
    </section>
  )
}

function MonthTable({ month, today, byDay, onEdit, onWrite }: MonthView) {
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
          <tr key={week[0]} data-today={week.includes(today) || undefined}>
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

/**
 * The days of a month one under the other; those without entries are buttons side by side, to write
 * on them.
 */
function MonthAgenda({ month, today, byDay, onEdit, onWrite }: MonthView) {
  const days = monthWeeks(month)
    .flat()
    .filter((day) => isIn(month, day))
  const isFree = (day: string) => !byDay.has(day) && day !== today
  return (
    <>
      {days.every(isFree) && (
        <p className={agenda.none}>No entries in this month. Press a day to write on it.</p>
      )}
      <ol className={agenda.days}>
        {runsOf(days, isFree).map((run) =>
          run.every(isFree) ? (
            <li key={run[0]} className={agenda.freeDays}>
              {run.map((day) => (
                <UnstyledButton
                  key={day}
                  className={agenda.freeDay ?? ''}
                  onClick={() => onWrite(day)}
                >
                  <VisuallyHidden>Write on </VisuallyHidden>
                  {weekdayText(day)} {Number(day.slice(-2))}
                </UnstyledButton>
              ))}
            </li>
          ) : (
            run.map((day) => (
              <li key={day} className={agenda.day} data-today={day === today || undefined}>
                <div className={agenda.head}>
                  <time
                    dateTime={day}
                    className={agenda.date}
                    {...(day === today && { 'aria-current': 'date' })}
                  >
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
                {!byDay.has(day) && <p className={agenda.free}>No entries today.</p>}
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

interface CalendarEntryProps {
  readonly entry: JournalEntry
  readonly onEdit: (entry: JournalEntry) => void
}

function CalendarEntry({ entry, onEdit }: CalendarEntryProps) {
  return (
    <UnstyledButton className={styles.entry ?? ''} onClick={() => onEdit(entry)}>
      {calendarComment(entry.comment)}
    </UnstyledButton>
  )
}
