import { ActionIcon, Button, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPencilPlus } from '@tabler/icons-react'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { type JournalEntry, toDay, truncateForCalendar } from '@vitrine/contract'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { formatMonth, formatShortWeekday, formatWeekday, formatWeekdayAndDay } from './day-text.ts'
import { toEntryDay } from './entry-fields.tsx'
import agenda from './month-agenda.module.css'
import styles from './month-calendar.module.css'
import { addMonths, isInMonth, listMonthWeeks, toMonth } from './month-grid.ts'

/** The props of a month's table and of its agenda. */
interface MonthProps {
  readonly month: string
  readonly today: string
  readonly byDay: ReadonlyMap<string, readonly JournalEntry[]>
  readonly onEdit: (entry: JournalEntry) => void
  readonly onWrite: (day: string) => void
}

interface MonthCalendarProps extends Pick<MonthProps, 'onEdit' | 'onWrite'> {
  readonly entries: readonly JournalEntry[]
  /** Null for the current month. */
  readonly month: string | null
  readonly onMonth: (month: string | null) => void
}

/** The entries of a month: a table if seven columns fit, otherwise an agenda of its days. */
export function MonthCalendar({
  entries,
  month: selectedMonth,
  onMonth,
  onEdit,
  onWrite,
}: MonthCalendarProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const today = toDay(new Date())
  const month = selectedMonth ?? toMonth(today)
  const byDay = useMemo(() => Map.groupBy(entries, toEntryDay), [entries])
  const goToMonth = (newMonth: string) => onMonth(newMonth === toMonth(today) ? null : newMonth)
  const Month = isNarrow ? MonthAgenda : MonthTable
  const section = useRef<HTMLElement>(null)

  // In the table, the row of the current week.
  const scrollToTodayRow = () =>
    section.current
      ?.querySelector('[data-today]')
      ?.scrollIntoView({ block: isNarrow ? 'start' : 'nearest' })

  // The agenda opens at today, unless Back restores the scroll position. The table opens at its
  // top, because long comments would push the buttons that change the month out of view.
  const restoredScroll = useElementScrollRestoration({ getElement: () => window })
  const shouldScrollToToday = useRef(isNarrow && !restoredScroll)

  const showToday = () => {
    if (selectedMonth === null) return scrollToTodayRow()
    shouldScrollToToday.current = true
    onMonth(null)
  }

  // On opening, and once the current month is rendered.
  const scrollToToday = useEffectEvent((_shown: string) => {
    if (shouldScrollToToday.current) scrollToTodayRow()
    shouldScrollToToday.current = false
  })

  useEffect(() => scrollToToday(month), [month])

  return (
    <section ref={section} aria-label="Calendar">
      <div className={styles.head}>
        <Title order={2} className={styles.month ?? ''} aria-live="polite">
          {formatMonth(month)}
        </Title>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Previous month"
          data-repeatable
          onClick={() => goToMonth(addMonths(month, -1))}
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
          onClick={() => goToMonth(addMonths(month, 1))}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      <Month month={month} today={today} byDay={byDay} onEdit={onEdit} onWrite={onWrite} />
    </section>
  )
}

function MonthTable({ month, today, byDay, onEdit, onWrite }: MonthProps) {
  const weeks = listMonthWeeks(month)

  return (
    <table className={styles.table} aria-label={formatMonth(month)}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" abbr={formatWeekday(day)} className={styles.weekday}>
              {formatShortWeekday(day)}
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
                data-outside={!isInMonth(month, day) || undefined}
                {...(day === today && { 'aria-current': 'date' })}
              >
                <button
                  type="button"
                  className={styles.write}
                  title={`Write on ${formatWeekdayAndDay(day)}`}
                  aria-label={`Write on ${formatWeekdayAndDay(day)}`}
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
 * The days of a month in a column; runs of days without entries are rows of buttons to write on.
 */
function MonthAgenda({ month, today, byDay, onEdit, onWrite }: MonthProps) {
  const days = listMonthWeeks(month)
    .flat()
    .filter((day) => isInMonth(month, day))

  const isFree = (day: string) => !byDay.has(day) && day !== today

  return (
    <>
      {days.every(isFree) && (
        <p className={agenda.none}>
          No entries in this month. Press a day to write an entry for it.
        </p>
      )}
      <ol className={agenda.days}>
        {splitIntoRuns(days, isFree).map((run) =>
          run.every(isFree) ? (
            <li key={run[0]} className={agenda.freeDays}>
              {run.map((day) => (
                <UnstyledButton
                  key={day}
                  className={agenda.freeDay ?? ''}
                  onClick={() => onWrite(day)}
                >
                  <VisuallyHidden>Write on </VisuallyHidden>
                  {formatShortWeekday(day)} {Number(day.slice(-2))}
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
                    {formatWeekdayAndDay(day)}
                  </time>
                  <ActionIcon
                    variant="subtle"
                    size="lg"
                    aria-label={`Write on ${formatWeekdayAndDay(day)}`}
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

/** Splits the days, in their order, wherever free days begin or end. */
const splitIntoRuns = (days: readonly string[], isFree: (day: string) => boolean): string[][] =>
  days.reduce<string[][]>((runs, day) => {
    const lastRun = runs.at(-1)
    if (lastRun?.[0] !== undefined && isFree(lastRun[0]) === isFree(day)) lastRun.push(day)
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
      {truncateForCalendar(entry.comment)}
    </UnstyledButton>
  )
}
