import { ActionIcon, Button, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { dayOf, type JournalEntry } from '@vitrine/contract'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { dayOfEntry } from '../entry/day-of-entry.ts'
import { monthText } from './day-text.ts'
import { MonthAgenda } from './month-agenda.tsx'
import styles from './month-calendar.module.css'
import { monthAfter, monthOf } from './month-grid.ts'
import { MonthTable } from './month-table.tsx'
import type { MonthView } from './month-view.ts'

interface MonthCalendarProps extends Pick<MonthView, 'onEdit' | 'onWrite'> {
  readonly entries: readonly JournalEntry[]
  /** `null` stands for this month. */
  readonly month: string | null
  readonly onMonth: (month: string | null) => void
}

/** The entries by day: a table where there is room for seven columns, else the days that have any. */
export function MonthCalendar({ entries, month: wanted, onMonth, onEdit, onWrite }: MonthCalendarProps) {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const today = dayOf(new Date())
  const month = wanted ?? monthOf(today)
  const byDay = useMemo(() => Map.groupBy(entries, dayOfEntry), [entries])
  const go = (to: string) => onMonth(to === monthOf(today) ? null : to)
  const Month = narrow ? MonthAgenda : MonthTable
  const section = useRef<HTMLElement>(null)
  const toToday = () => section.current?.querySelector('[data-today]')?.scrollIntoView({ block: 'start' })
  // On Back, the scroll position is restored instead.
  const place = useElementScrollRestoration({ getElement: () => window })
  const wantsToday = useRef(!place)
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
        <ActionIcon variant="default" size="lg" aria-label="Previous month" onClick={() => go(monthAfter(month, -1))}>
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <Button variant="default" size="sm" onClick={showToday}>
          Today
        </Button>
        <ActionIcon variant="default" size="lg" aria-label="Next month" onClick={() => go(monthAfter(month, 1))}>
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      <Month month={month} today={today} byDay={byDay} onEdit={onEdit} onWrite={onWrite} />
    </section>
  )
}
