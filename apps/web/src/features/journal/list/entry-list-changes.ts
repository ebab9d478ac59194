import { type JournalEntry, newestEntryFirst } from '@vitrine/contract'

type Entries = readonly JournalEntry[]

/** The list with an entry as it is now, in its place. Spares a long list the way over the network. */
export const withEntry = (entries: Entries, entry: JournalEntry): JournalEntry[] =>
  [...withoutEntry(entries, entry.id), entry].sort(newestEntryFirst)

export const withoutEntry = (entries: Entries, id: number): JournalEntry[] => entries.filter((entry) => entry.id !== id)

export const withoutTag = (entries: Entries, tagId: number): JournalEntry[] =>
  entries.map((entry) =>
    entry.tags.some((tag) => tag.id === tagId)
      ? { ...entry, tags: entry.tags.filter((tag) => tag.id !== tagId) }
      : entry,
  )
