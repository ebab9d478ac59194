import { useQueryClient } from '@tanstack/react-query'
import type { JournalEntry, JournalTag } from '@vitrine/contract'
import { useMemo } from 'react'
import { withEntry, withoutEntry, withoutTag } from './entry-list-changes.ts'
import { journalQueries } from './journal-queries.ts'

/** What a successful call changed, entered into what is shown. */
export function useJournalChanges() {
  const queries = useQueryClient()
  return useMemo(() => {
    const { queryKey } = journalQueries.list
    const changeList = async (change: (entries: JournalEntry[]) => JournalEntry[]) => {
      // A list that is on its way may lack the change: it is asked for once more.
      const isOnItsWay = queries.isFetching({ queryKey }) > 0
      if (isOnItsWay) await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (entries) => entries && change(entries))
      if (isOnItsWay) void queries.invalidateQueries({ queryKey })
    }
    return {
      entrySaved: (entry: JournalEntry) => changeList((entries) => withEntry(entries, entry)),
      entryDeleted: (id: number) => changeList((entries) => withoutEntry(entries, id)),
      tagAdded: (tag: JournalTag) => {
        queries.setQueryData(journalQueries.tags.queryKey, (tags) => tags && [...tags, tag])
        // The server knows the order of names.
        return queries.invalidateQueries({ queryKey: journalQueries.tags.queryKey })
      },
      tagDeleted: (id: number) => {
        queries.setQueryData(journalQueries.tags.queryKey, (tags) => tags?.filter((tag) => tag.id !== id))
        changeList((entries) => withoutTag(entries, id))
      },
      /** Somebody else may have changed the tags: a refused save is a reason to look. */
      tagsDoubted: () => queries.invalidateQueries({ queryKey: journalQueries.tags.queryKey }),
    }
  }, [queries])
}
