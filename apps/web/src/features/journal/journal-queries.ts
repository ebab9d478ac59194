import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type JournalEntry, type JournalTag, newestEntryFirst } from '@vitrine/contract'
import { useMemo } from 'react'
import { call } from '../../client/call.ts'
import { cancelAndInvalidate } from '../../client/queries.ts'

const everything = ['journal'] as const

export const journalQueries = {
  list: queryOptions({
    queryKey: [...everything, 'list'],
    queryFn: async ({ signal }) => (await call('GET /journal', undefined, { signal })).data,
  }),
  /** Refetched each time it opens, to include what was deleted meanwhile. */
  deleted: queryOptions({
    queryKey: [...everything, 'deleted'],
    queryFn: async ({ signal }) => (await call('GET /journal/deleted', undefined, { signal })).data,
    staleTime: 0,
  }),
  /** Refetched with every visit, to include what was written meanwhile. */
  mentions: (itemId: number) =>
    queryOptions({
      queryKey: [...everything, 'mentions', itemId],
      queryFn: ({ signal }) =>
        call('GET /journal/mentions/:id', { params: { id: itemId } }, { signal }),
      staleTime: 0,
    }),
  tags: queryOptions({
    queryKey: [...everything, 'tags'],
    queryFn: async ({ signal }) =>
      (await call('GET /journal/tags/all', undefined, { signal })).data,
  }),
}

/** What a successful call changed, entered into what is shown. */
export function useJournalChanges() {
  const queries = useQueryClient()
  return useMemo(() => {
    const { list, tags } = journalQueries
    const changeList = (change: (entries: JournalEntry[]) => JournalEntry[]) => {
      const enter = () =>
        void queries.setQueryData(list.queryKey, (entries) => entries && change(entries))
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
      /** A rejected save may mean that the tags have changed: refetch them. */
      refetchTags: () => queries.invalidateQueries(tags),
    }
  }, [queries])
}

type Entries = readonly JournalEntry[]

/**
 * The list with an entry as it is now, in its place. Spares a long list the way over the network.
 */
const withEntry = (entries: Entries, entry: JournalEntry): JournalEntry[] =>
  [...withoutEntry(entries, entry.id), entry].sort(newestEntryFirst)

const withoutEntry = (entries: Entries, id: number): JournalEntry[] =>
  entries.filter((entry) => entry.id !== id)

const withoutTag = (entries: Entries, tagId: number): JournalEntry[] =>
  entries.map((entry) =>
    entry.tags.some((tag) => tag.id === tagId)
      ? { ...entry, tags: entry.tags.filter((tag) => tag.id !== tagId) }
      : entry,
  )
