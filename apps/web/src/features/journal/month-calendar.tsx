import {
  ActionIcon,
  Button,
  CloseButton,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPencilPlus } from '@tabler/icons-react'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { type JournalEntry, toDay, truncateForCalendar } from '@vitrine/contract'
import {
  Fragment,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatMonth, formatShortWeekday, formatWeekday, formatWeekdayAndDay } from './day-text.ts'
import { toEntryDay } from './entry-fields.tsx'
import agenda from './month-agenda.module.css'
import styles from './month-calendar.module.css'
import { addMonths, distributeLines, isInMonth, listMonthWeeks, toMonth } from './month-grid.ts'

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

/** Screens on which the seven columns of a week do not fit. */
const narrowScreens = '(max-width: 48em)'

/** The entries of a month: a table if seven columns fit, otherwise an agenda of its days. */
export function MonthCalendar({
  entries,
  month: selectedMonth,
  onMonth,
  onEdit,
  onWrite,
}: MonthCalendarProps) {
  const isNarrow = useMediaQuery(narrowScreens, false, { getInitialValueInEffect: false })
  const today = toDay(new Date())
  const month = selectedMonth ?? toMonth(today)
  const byDay = useMemo(() => Map.groupBy(entries, toEntryDay), [entries])
  const goToMonth = (newMonth: string) => onMonth(newMonth === toMonth(today) ? null : newMonth)
  const Month = isNarrow ? MonthAgenda : MonthTable
  const section = useRef<HTMLElement>(null)

  // Scrolls to the whole month if it is a table, otherwise to the day in the agenda.
  const scrollToToday = () => {
    if (!isNarrow) return section.current?.scrollIntoView({ block: 'nearest' })
    section.current?.querySelector('[data-today]')?.scrollIntoView({ block: 'start' })
  }

  // The calendar opens in view, unless Back restores the scroll position.
  const restoredScroll = useElementScrollRestoration({ getElement: () => window })
  const shouldScrollToToday = useRef(!restoredScroll)

  const showToday = () => {
    if (selectedMonth === null) return scrollToToday()
    shouldScrollToToday.current = true
    onMonth(null)
  }

  // Runs on opening, and once another month is rendered: the effect passes the month only to depend
  // on it.
  const scrollOnce = useEffectEvent((_month: string) => {
    if (shouldScrollToToday.current) scrollToToday()
    shouldScrollToToday.current = false
  })

  useEffect(() => scrollOnce(month), [month])

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
      <Month
        key={month}
        month={month}
        today={today}
        byDay={byDay}
        onEdit={onEdit}
        onWrite={onWrite}
      />
    </section>
  )
}

/** The weeks of a month. A day with many entries expands below its week. */
function MonthTable({ month, today, byDay, onEdit, onWrite }: MonthProps) {
  const weeks = listMonthWeeks(month)
  const [expandedDay, setExpandedDay] = useState<string | null>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const expandedId = useId()

  const collapse = () => {
    toggle.current?.focus()
    setExpandedDay(null)
  }

  const collapseOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && expandedDay !== null) collapse()
  }

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
      <tbody onKeyDown={collapseOnEscape}>
        {weeks.map((week) => {
          const expandedWeekday = week.find((day) => day === expandedDay)
          const expandedEntries =
            expandedWeekday === undefined ? [] : (byDay.get(expandedWeekday) ?? [])
          const hasHiddenEntries = distributeLines(expandedEntries.length).hidden > 0

          return (
            <Fragment key={week[0]}>
              <tr>
                {week.map((day) => (
                  <DayCell
                    key={day}
                    day={day}
                    entries={byDay.get(day) ?? []}
                    isToday={day === today}
                    isOutside={!isInMonth(month, day)}
                    expandedId={day === expandedDay ? expandedId : null}
                    onToggle={() => (day === expandedDay ? collapse() : setExpandedDay(day))}
                    toggleRef={day === expandedDay ? toggle : null}
                    onEdit={onEdit}
                    onWrite={onWrite}
                  />
                ))}
              </tr>
              {expandedWeekday !== undefined && hasHiddenEntries && (
                <tr id={expandedId}>
                  <td colSpan={week.length} className={styles.expanded}>
                    <ExpandedDay
                      key={expandedWeekday}
                      day={expandedWeekday}
                      entries={expandedEntries}
                      onEdit={onEdit}
                      onClose={collapse}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

interface DayCellProps extends Pick<MonthProps, 'onEdit' | 'onWrite'> {
  readonly day: string
  readonly entries: readonly JournalEntry[]
  readonly isToday: boolean
  /** Whether the day is of a neighbouring month. */
  readonly isOutside: boolean
  /** Element id of the row with all entries; null unless the day is expanded. */
  readonly expandedId: string | null
  readonly onToggle: () => void
  readonly toggleRef: Ref<HTMLButtonElement>
}

/** The first lines of a day's entries, and the number of the others. */
function DayCell({
  day,
  entries,
  isToday,
  isOutside,
  expandedId,
  onToggle,
  toggleRef,
  onEdit,
  onWrite,
}: DayCellProps) {
  const { lines, hidden } = distributeLines(entries.length)
  const date = formatWeekdayAndDay(day)
  const isExpanded = expandedId !== null

  return (
    <td
      className={styles.day}
      data-outside={isOutside || undefined}
      data-expanded={(isExpanded && hidden > 0) || undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <div className={styles.dayHead}>
        <button
          type="button"
          className={styles.write}
          title={`Write on ${date}`}
          aria-label={`Write on ${date}`}
          onClick={() => onWrite(day)}
        >
          <time dateTime={day} className={styles.number}>
            {toDayOfMonth(day)}
          </time>
        </button>
        {hidden > 0 && (
          <UnstyledButton
            ref={toggleRef}
            className={styles.more ?? ''}
            aria-expanded={isExpanded}
            aria-controls={expandedId ?? undefined}
            aria-label={`+${hidden}: all ${entries.length} entries of ${date}`}
            onClick={onToggle}
          >
            +{hidden}
          </UnstyledButton>
        )}
      </div>
      {entries.slice(0, lines.length).map((entry, index) => (
        <CalendarEntry key={entry.id} entry={entry} lines={lines[index]} onEdit={onEdit} />
      ))}
    </td>
  )
}

interface ExpandedDayProps {
  readonly day: string
  readonly entries: readonly JournalEntry[]
  readonly onEdit: (entry: JournalEntry) => void
  readonly onClose: () => void
}

/** All entries of a day. Takes the focus when it opens. */
function ExpandedDay({ day, entries, onEdit, onClose }: ExpandedDayProps) {
  const headingId = useId()
  const section = useRef<HTMLElement>(null)

  useEffect(() => {
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={headingId} className={styles.expandedDay}>
      <div className={styles.expandedHead}>
        <Title order={3} id={headingId} size="h4">
          {formatWeekdayAndDay(day)}
        </Title>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      <div className={styles.expandedEntries}>
        {entries.map((entry) => (
          <CalendarEntry key={entry.id} entry={entry} onEdit={onEdit} />
        ))}
      </div>
    </section>
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
            <FreeDays key={run[0]} days={run} onWrite={onWrite} />
          ) : (
            run.map((day) => (
              <AgendaDay
                key={day}
                day={day}
                entries={byDay.get(day)}
                isToday={day === today}
                onEdit={onEdit}
                onWrite={onWrite}
              />
            ))
          ),
        )}
      </ol>
    </>
  )
}

interface FreeDaysProps extends Pick<MonthProps, 'onWrite'> {
  readonly days: readonly string[]
}

/** Buttons to write on days without entries. */
const FreeDays = ({ days, onWrite }: FreeDaysProps) => (
  <li className={agenda.freeDays}>
    {days.map((day) => (
      <UnstyledButton key={day} className={agenda.freeDay ?? ''} onClick={() => onWrite(day)}>
        <VisuallyHidden>Write on </VisuallyHidden>
        {formatShortWeekday(day)} {toDayOfMonth(day)}
      </UnstyledButton>
    ))}
  </li>
)

interface AgendaDayProps extends Pick<MonthProps, 'onEdit' | 'onWrite'> {
  readonly day: string
  /** Undefined if the day has none: today is listed even then. */
  readonly entries: readonly JournalEntry[] | undefined
  readonly isToday: boolean
}

const AgendaDay = ({ day, entries, isToday, onEdit, onWrite }: AgendaDayProps) => (
  <li className={agenda.day} data-today={isToday || undefined}>
    <div className={agenda.head}>
      <time dateTime={day} className={agenda.date} aria-current={isToday ? 'date' : undefined}>
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
    {!entries && <p className={agenda.free}>No entries today.</p>}
    {entries?.map((entry) => (
      <CalendarEntry key={entry.id} entry={entry} onEdit={onEdit} />
    ))}
  </li>
)

const toDayOfMonth = (day: string): number => Number(day.slice(-2))

/** Splits the days, in their order, wherever free days begin or end. */
function splitIntoRuns(days: readonly string[], isFree: (day: string) => boolean): string[][] {
  const runs: string[][] = []
  for (const day of days) {
    const lastRun = runs.at(-1)
    const lastDay = lastRun?.at(-1)
    if (lastRun && lastDay !== undefined && isFree(lastDay) === isFree(day)) lastRun.push(day)
    else runs.push([day])
  }
  return runs
}

interface CalendarEntryProps {
  readonly entry: JournalEntry
  /** Lines to show; undefined for all. */
  readonly lines?: number | undefined
  readonly onEdit: (entry: JournalEntry) => void
}

/** The beginning of an entry's comment, which opens the entry. */
function CalendarEntry({ entry, lines, onEdit }: CalendarEntryProps) {
  return (
    <UnstyledButton className={styles.entry ?? ''} onClick={() => onEdit(entry)}>
      <span className={styles.text} style={{ WebkitLineClamp: lines }}>
        {truncateForCalendar(entry.comment)}
      </span>
    </UnstyledButton>
  )
}
