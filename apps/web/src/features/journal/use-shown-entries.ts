import { createJournalMatcher, type JournalEntry, journalFilterText } from '@vitrine/contract'
import { useMemo } from 'react'

const none: never[] = []

/** The entries that match the filter, or only the linked entry. */
export function useShownEntries(
  entries: readonly JournalEntry[] | undefined,
  filter: string,
  entryId: number | null,
): readonly JournalEntry[] {
  const texts = useMemo(() => entries?.map(journalFilterText) ?? none, [entries])

  return useMemo(() => {
    if (entryId !== null) return entries?.filter(({ id }) => id === entryId) ?? none
    const matches = createJournalMatcher(filter)
    return entries?.filter((_, index) => matches(texts[index] ?? '')) ?? none
  }, [entries, texts, filter, entryId])
}
