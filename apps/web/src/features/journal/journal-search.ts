import { fold } from '@vitrine/contract'
import { isMonth } from './month-grid.ts'

export type JournalView = 'list' | 'calendar'

/** What the address of the journal says about how it is looked at. */
export interface JournalSearch {
  readonly filter: string
  readonly view: JournalView
  /** The month of the calendar; `null` is this month, whichever that is when the link is opened. */
  readonly month: string | null
  /** The only entry to be shown, whatever the filter says. */
  readonly entry: number | null
  /** What is marked in that entry: the words that it was found by, separated by '|'. */
  readonly mark: string
}

/** What the address says: nothing about defaults. */
export interface JournalAddress {
  readonly filter?: string
  readonly view?: 'calendar'
  readonly month?: string
  readonly entry?: number
  readonly mark?: string
}

export const readAddress = ({
  filter,
  view,
  month,
  entry,
  mark,
}: Record<string, unknown>): JournalAddress => ({
  ...(typeof filter === 'string' && filter !== '' && { filter }),
  ...(view === 'calendar' && { view }),
  ...(isMonth(month) && { month }),
  ...(/^[1-9]\d{0,8}$/.test(String(entry)) && { entry: Number(entry) }),
  ...(typeof mark === 'string' && mark !== '' && { mark }),
})

export const searchOf = ({ filter, view, month, entry, mark }: JournalAddress): JournalSearch => ({
  filter: filter ?? '',
  view: view ?? 'list',
  month: month ?? null,
  entry: entry ?? null,
  mark: mark ?? '',
})

export const addressOf = (search: JournalSearch): JournalAddress => readAddress({ ...search })

/** A filter with a word more, or without it if it has it already; the other words stay as typed. */
export function toggleWord(filter: string, word: string): string {
  const words = filter.split(/\s+/).filter(Boolean)
  const others = words.filter((other) => fold(other) !== fold(word))
  return (others.length < words.length ? others : [...words, word]).join(' ')
}
