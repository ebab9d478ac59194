import { useQueryClient } from '@tanstack/react-query'
import type { JournalEntry, JournalTag } from '@vitrine/contract'
import { useMemo } from 'react'
import { cancelAndInvalidate } from '../../client/cancel-and-invalidate.ts'
import { journalQueries } from './journal-queries.ts'
import { withEntry, withoutEntry, withoutTag } from './list/entry-list-changes.ts'

/** What a successful call changed, entered into what is shown. */
export function useJournalChanges() {
  const queries = useQueryClient()
  return useMemo(() => {
    const { list, tags } = journalQueries
    const changeList = (change: (entries: JournalEntry[]) => JournalEntry[]) => {
      const enter = () => void queries.setQueryData(list.queryKey, (entries) => entries && change(entries))
      const askAgain = () => queries.invalidateQueries(list)
      // A list that is on its way may lack the change.
      if (queries.isFetching(list)) void queries.cancelQueries(list).then(enter).then(askAgain)
      else enter()
    }
    return {
      entrySaved: (entry: JournalEntry) => changeList((entries) => withEntry(entries, entry)),
      entryDeleted: (id: number) => changeList((entries) => withoutEntry(entries, id)),
      tagAdded: (tag: JournalTag) => {
        queries.setQueryData(tags.queryKey, (known) => known && [...known, tag])
        // The server knows the order of names.
        return cancelAndInvalidate(queries, tags.queryKey)
      },
      tagDeleted: (id: number) => {
        queries.setQueryData(tags.queryKey, (known) => known?.filter((tag) => tag.id !== id))
        changeList((entries) => withoutTag(entries, id))
      },
      /** Somebody else may have changed the tags: a refused save is a reason to look. */
      refetchTags: () => queries.invalidateQueries(tags),
    }
  }, [queries])
}
