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

/** The stored state of an entry. It has tags by name, because tags may be deleted later. */
export const toJournalState = (entry: Entry) =>
  Object.fromEntries(
    names.map((name) => [name, fieldValue(entry, name)]),
  ) as unknown as JournalState

export const journalCsvName = 'journal_entries.csv'
export const journalCsvDelimiter: CsvDelimiter = 'comma'

/** Builds the rows of the CSV file, including its header. */
export const buildJournalCsvRows = (entries: readonly Entry[]): string[][] => [
  [...names.map((name) => journalFields[name].label), 'User', 'Created'],
  ...entries.map((entry) => [
    ...names.map((name) => fieldTexts(journalFields[name], fieldValue(entry, name)).join(', ')),
    `${entry.first_name} ${entry.last_name}`.trim(),
    formatMinute(new Date(entry.created)),
  ]),
]

/** A tag as a word of a filter: spaces in its name become underscores. */
export const formatTagFilter = (tag: { readonly name: string }): string =>
  `#${tag.name.replaceAll(/\s+/g, '_')}`

// Can't be part of a text, so that no match spans two fields.
const fieldSeparator = '\0'
const filterableFields = names.filter((name) => journalFields[name].filter)

/**
 * The folded text that a filter searches. Cache it per entry to keep filtering fast while typing.
 */
export const journalFilterText = (entry: Entry): string =>
  foldLine(
    [
      `${entry.first_name} ${entry.last_name}`,
      ...filterableFields.flatMap((name) =>
        fieldTexts(journalFields[name], fieldValue(entry, name)),
      ),
      ...entry.tags.map(formatTagFilter),
    ].join(fieldSeparator),
  )

/**
 * Matches texts with every word of the filter, as specified (other lists prefer the exact text).
 */
export function createJournalMatcher(typed: string): (text: string) => boolean {
  const { parts } = parseFilter(typed)
  return (text) => parts.every((part) => text.includes(part.text))
}

type Dated = Pick<JournalEntry, 'date' | 'created'>

/** Sorts by date, then by creation time. Both compare correctly as text. */
export const compareNewestFirst = (a: Dated, b: Dated): number =>
  descending(dayOrInstant(a), dayOrInstant(b)) || descending(a.created, b.created)

const dayOrInstant = ({ date, created }: Dated): string => date || created.slice(0, 10)

function descending(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? 1 : -1
}

export const maxCalendarCommentLength = 200

/** Cuts a comment to 200 characters for the month calendar, never within a surrogate pair. */
export function truncateForCalendar(comment: string): string {
  if (comment.length <= maxCalendarCommentLength) return comment
  const characters = [...comment]
  return characters.length <= maxCalendarCommentLength
    ? comment
    : `${characters.slice(0, maxCalendarCommentLength).join('').trimEnd()}…`
}
