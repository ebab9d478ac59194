import {
  compareNewestFirst,
  type JournalEntry,
  type JournalTag,
  journalFields,
  sortByText,
} from '@vitrine/contract'
import { fromColumns } from '../../db/records.ts'
import type { MentionRow } from '../../projections/index.ts'
import type { EntryRow, EntryTagRow, TagRow } from './store.ts'

export const toJournalTag = ({ id, name }: TagRow): JournalTag => ({ id, name })

/**
 * Sorts by name, and by id if names differ only in case or accents. Not in SQL: the databases
 * disagree about accents and capitals.
 */
export const toSortedTags = (tags: readonly TagRow[]): JournalTag[] =>
  sortByText(
    tags.map(toJournalTag).sort((a, b) => a.id - b.id),
    ({ name }) => name,
  )

/**
 * Converts rows to entries with their tags, newest first, in one pass over each list, because there
 * may be 20,000 entries.
 */
export function toJournalEntries(
  rows: readonly EntryRow[],
  tags: readonly TagRow[],
  entryTags: readonly EntryTagRow[],
  mentions: readonly MentionRow[] = [],
): JournalEntry[] {
  const entries = new Map(rows.map((row) => [row.id, toEntry(row)]))
  const entriesByTag = Map.groupBy(entryTags, (row) => row.tag_id)
  // Tag by tag in order of names, so that each entry's tags are sorted.
  for (const tag of toSortedTags(tags)) {
    for (const { entry_id } of entriesByTag.get(tag.id) ?? []) entries.get(entry_id)?.tags.push(tag)
  }
  for (const [entryId, words] of Map.groupBy(mentions, ({ entry_id }) => entry_id)) {
    const entry = entries.get(entryId)
    if (entry) entry.mentions = words.map(({ word, item_id }) => ({ word, itemId: item_id }))
  }
  return [...entries.values()].sort((a, b) => compareNewestFirst(a, b) || b.id - a.id)
}

const toEntry = (row: EntryRow): JournalEntry => ({
  id: row.id,
  ...fromColumns(journalFields, row),
  created: row.created_at,
  first_name: row.first_name,
  last_name: row.last_name,
  tags: [],
  version: row.version,
})
