import { foldLine, parseFilter } from '@vitrine/text'
import type { JournalEntry } from '../calls/journal.ts'
import type { CsvDelimiter } from '../csv.ts'
import { formatMinute } from '../days.ts'
import {
  fieldNames,
  fieldTexts,
  type JournalField,
  type JournalState,
  journalFields,
} from '../records.ts'

type Entry = Omit<JournalEntry, 'id' | 'version' | 'mentions'>

const names = fieldNames(journalFields)
const fieldValue = (entry: Entry, field: JournalField) =>
  field === 'tags' ? entry.tags.map(({ name }) => name) : entry[field]

/** An entry by its fields; tags by name, as they may be deleted later. */
export const toJournalState = (entry: Entry) =>
  Object.fromEntries(
    names.map((name) => [name, fieldValue(entry, name)]),
  ) as unknown as JournalState

export const journalCsvName = 'journal_entries.csv'
export const journalCsvDelimiter: CsvDelimiter = 'comma'

/** The cells of the CSV file, its header first. */
export const buildJournalCsvRows = (entries: readonly Entry[]): string[][] => [
  [...names.map((name) => journalFields[name].label), 'User', 'Created'],
  ...entries.map((entry) => [
    ...names.map((name) => fieldTexts(journalFields[name], fieldValue(entry, name)).join(', ')),
    `${entry.first_name} ${entry.last_name}`.trim(),
    formatMinute(new Date(entry.created)),
  ]),
]

/** How a tag is written in a filter. A tag's name may hold spaces, a word of a filter can't. */
export const formatTagFilter = (tag: { readonly name: string }): string =>
  `#${tag.name.replaceAll(/\s+/g, '_')}`

// Never part of a text, so that nothing matches across two fields.
const between = '\0'
const filtered = names.filter((name) => journalFields[name].filter)

/** What a filter looks at, folded: made once per entry, so that a long list stays quick while the filter is typed. */
export const journalFilterText = (entry: Entry): string =>
  foldLine(
    [
      `${entry.first_name} ${entry.last_name}`,
      ...filtered.flatMap((name) => fieldTexts(journalFields[name], fieldValue(entry, name))),
      ...entry.tags.map(formatTagFilter),
    ].join(between),
  )

/** Every word must match, as the specification says: also where other entries have the text as typed. */
export function createJournalMatcher(typed: string): (text: string) => boolean {
  const { parts } = parseFilter(typed)
  return (text) => parts.every((part) => text.includes(part.text))
}

type Dated = Pick<JournalEntry, 'date' | 'created'>

/** By date, newest first, then by when they were written, newest first. Both read the same way as text. */
export const compareNewestFirst = (a: Dated, b: Dated): number =>
  descending(dayOrInstant(a), dayOrInstant(b)) || descending(a.created, b.created)

const dayOrInstant = ({ date, created }: Dated): string => date || created.slice(0, 10)

const descending = (a: string, b: string): number => (a < b ? 1 : a > b ? -1 : 0)

export const maxCalendarCommentLength = 200

/** A comment as the month calendar shows it: cut after 200 characters, never in the middle of one. */
export function truncateForCalendar(comment: string): string {
  if (comment.length <= maxCalendarCommentLength) return comment
  const characters = [...comment]
  return characters.length <= maxCalendarCommentLength
    ? comment
    : `${characters.slice(0, maxCalendarCommentLength).join('').trimEnd()}…`
}
