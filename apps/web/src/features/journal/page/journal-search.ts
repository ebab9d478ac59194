import { isMonth } from '../calendar/month-grid.ts'

export type JournalView = 'list' | 'calendar'

/** What the address of the journal says about how it is looked at. */
export interface JournalSearch {
  readonly filter: string
  readonly view: JournalView
  /** The month of the calendar; `null` is this month, whichever that is when the link is opened. */
  readonly month: string | null
}

/** What the address says: nothing about defaults. */
export interface JournalAddress {
  readonly filter?: string
  readonly view?: 'calendar'
  readonly month?: string
}

export const readAddress = ({ filter, view, month }: Record<string, unknown>): JournalAddress => ({
  ...(typeof filter === 'string' && filter !== '' && { filter }),
  ...(view === 'calendar' && { view }),
  ...(isMonth(month) && { month }),
})

export const searchOf = ({ filter, view, month }: JournalAddress): JournalSearch => ({
  filter: filter ?? '',
  view: view ?? 'list',
  month: month ?? null,
})

export const addressOf = ({ filter, view, month }: JournalSearch): JournalAddress =>
  readAddress({ filter, view, month })
