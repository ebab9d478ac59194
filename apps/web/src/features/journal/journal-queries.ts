import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { compareNewestFirst, type JournalEntry, type JournalTag } from '@vitrine/contract'
import { useMemo } from 'react'
import { call } from '../../client/call.ts'
import { cancelAndInvalidate } from '../../client/queries.ts'

const journalKey = ['journal'] as const

export const journalQueries = {
  list: queryOptions({
    queryKey: [...journalKey, 'list'],
    queryFn: async ({ signal }) => (await call('GET /journal', undefined, { signal })).data,
  }),
  /** Never fresh, because entries may have been deleted since it was last opened. */
  deleted: queryOptions({
    queryKey: [...journalKey, 'deleted'],
    queryFn: async ({ signal }) => (await call('GET /journal/deleted', undefined, { signal })).data,
    staleTime: 0,
  }),
  /** Never fresh, because entries may have been written since the last visit. */
  mentions: (itemId: number) =>
    queryOptions({
      queryKey: [...journalKey, 'mentions', itemId],
      queryFn: ({ signal }) =>
        call('GET /journal/mentions/:id', { params: { id: itemId } }, { signal }),
      staleTime: 0,
    }),
  tags: queryOptions({
    queryKey: [...journalKey, 'tags'],
    queryFn: async ({ signal }) =>
      (await call('GET /journal/tags/all', undefined, { signal })).data,
  }),
}

/** Updates the cached entries and tags after a successful call. */
export function useJournalCache() {
  const queries = useQueryClient()

  return useMemo(() => {
    const { list, tags } = journalQueries
    const changeList = (change: (entries: JournalEntry[]) => JournalEntry[]) => {
      const applyChange = () =>
        void queries.setQueryData(list.queryKey, (entries) => entries && change(entries))
      const refetch = () => queries.invalidateQueries(list)
      // A list that is being fetched may lack the change.
      if (queries.isFetching(list)) void queries.cancelQueries(list).then(applyChange).then(refetch)
      else applyChange()
    }
    return {
      putEntry: (entry: JournalEntry) => changeList((entries) => withEntry(entries, entry)),
      removeEntry: (id: number) => changeList((entries) => withoutEntry(entries, id)),
      addTag: (tag: JournalTag) => {
        queries.setQueryData(tags.queryKey, (cachedTags) => cachedTags && [...cachedTags, tag])
        // Refetched, because the server sorts the names.
        return cancelAndInvalidate(queries, tags.queryKey)
      },
      removeTag: (id: number) => {
        queries.setQueryData(tags.queryKey, (cachedTags) =>
          cachedTags?.filter((tag) => tag.id !== id),
        )
        changeList((entries) => withoutTag(entries, id))
      },
      /** Called after a rejected save, because the tags may have changed. */
      refetchTags: () => queries.invalidateQueries(tags),
    }
  }, [queries])
}

type Entries = readonly JournalEntry[]

/** Adds or replaces an entry at its sorted position, which saves fetching a long list again. */
const withEntry = (entries: Entries, entry: JournalEntry): JournalEntry[] =>
  [...withoutEntry(entries, entry.id), entry].sort(compareNewestFirst)

const withoutEntry = (entries: Entries, id: number): JournalEntry[] =>
  entries.filter((entry) => entry.id !== id)

const withoutTag = (entries: Entries, tagId: number): JournalEntry[] =>
  entries.map((entry) =>
    entry.tags.some((tag) => tag.id === tagId)
      ? { ...entry, tags: entry.tags.filter((tag) => tag.id !== tagId) }
      : entry,
  )
