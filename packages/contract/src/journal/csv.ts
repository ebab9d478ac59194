import { type CsvDelimiter, csvFile } from '../csv.ts'

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

export const journalCsv = (entries: readonly Row[], delimiter: CsvDelimiter): string =>
  csvFile([columns, ...entries.map(cells)], delimiter)

const cells = (entry: Row): string[] => [
  entry.date,
  entry.comment,
  entry.tags.map((tag) => tag.name).join(', '),
  `${entry.first_name} ${entry.last_name}`.trim(),
  entry.created,
]
