import { fold } from '@vitrine/contract'
import { isMonth } from './month-grid.ts'

export type JournalView = 'list' | 'calendar'

/** The view state of the journal, read from its address. */
export interface JournalSearch {
  readonly filter: string
  readonly view: JournalView
  /** The month of the calendar; null for the current month when the link is opened. */
  readonly month: string | null
  /** Id of a linked entry, shown alone regardless of the filter. */
  readonly entry: number | null
  /** The search words to highlight in that entry, separated by '|'. */
  readonly mark: string
}

/** The search parameters of the address, without default values. */
export interface JournalAddress {
  readonly filter?: string
  readonly view?: 'calendar'
  readonly month?: string
  readonly entry?: number
  readonly mark?: string
}

/** Reads the search parameters of an address; drops invalid ones. */
export function parseJournalAddress({
  filter,
  view,
  month,
  entry,
  mark,
}: Record<string, unknown>): JournalAddress {
  let address: JournalAddress = {}
  if (typeof filter === 'string' && filter !== '') address = { ...address, filter }
  if (view === 'calendar') address = { ...address, view }
  if (isMonth(month)) address = { ...address, month }
  if (entryIdPattern.test(String(entry))) address = { ...address, entry: Number(entry) }
  if (typeof mark === 'string' && mark !== '') address = { ...address, mark }
  return address
}

const entryIdPattern = /^[1-9]\d{0,8}$/

/** Adds the default values. */
export const toJournalSearch = ({
  filter,
  view,
  month,
  entry,
  mark,
}: JournalAddress): JournalSearch => ({
  filter: filter ?? '',
  view: view ?? 'list',
  month: month ?? null,
  entry: entry ?? null,
  mark: mark ?? '',
})

/** Omits the default values. */
export const toJournalAddress = (search: JournalSearch): JournalAddress =>
  parseJournalAddress({ ...search })

/** Adds a word to a filter, or removes it if present; the other words stay as typed. */
export function toggleWord(filter: string, word: string): string {
  const words = filter.split(/\s+/).filter(Boolean)
  const others = words.filter((other) => fold(other) !== fold(word))
  return (others.length < words.length ? others : [...words, word]).join(' ')
}
