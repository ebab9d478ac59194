import { createJournalMatcher, type JournalEntry, journalFilterText } from '@vitrine/contract'
import { useMemo } from 'react'

const noEntries: never[] = []

/** Filters the entries, or picks the linked entry, if there is one, regardless of the filter. */
export function useShownEntries(
  entries: readonly JournalEntry[] | undefined,
  filter: string,
  linkedEntryId: number | null,
): readonly JournalEntry[] {
  const texts = useMemo(() => entries?.map(journalFilterText) ?? noEntries, [entries])

  return useMemo(() => {
    if (linkedEntryId !== null)
      return entries?.filter(({ id }) => id === linkedEntryId) ?? noEntries

    const matches = createJournalMatcher(filter)
    return entries?.filter((_, index) => matches(texts[index] ?? '')) ?? noEntries
  }, [entries, texts, filter, linkedEntryId])
}
