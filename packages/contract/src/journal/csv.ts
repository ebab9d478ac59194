import type { CsvDelimiter } from '../csv.ts'
import { minuteOf } from '../days.ts'

interface Row {
  readonly date: string
  readonly comment: string
  readonly created: string
  readonly first_name: string
  readonly last_name: string
  readonly tags: readonly { readonly name: string }[]
}

export const journalCsvName = 'journal_entries.csv'
export const journalCsvDelimiter: CsvDelimiter = 'comma'

const columns = ['Date', 'Comment', 'Tags', 'User', 'Created']

/** The cells of the file, its header first. */
export const journalCsvRows = (entries: readonly Row[]): string[][] => [columns, ...entries.map(cells)]

const cells = (entry: Row): string[] => [
  entry.date,
  entry.comment,
  entry.tags.map((tag) => tag.name).join(', '),
  `${entry.first_name} ${entry.last_name}`.trim(),
  minuteOf(new Date(entry.created)),
]
