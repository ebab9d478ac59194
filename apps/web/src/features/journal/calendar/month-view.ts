import type { JournalEntry } from '@vitrine/contract'

/** What a month is drawn from, as a table or as an agenda. */
export interface MonthView {
  readonly month: string
  readonly today: string
  readonly byDay: ReadonlyMap<string, readonly JournalEntry[]>
  readonly onEdit: (entry: JournalEntry) => void
  readonly onWrite: (day: string) => void
}
