import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

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
      queryFn: ({ signal }) => call('GET /journal/mentions/:id', { params: { id: itemId } }, { signal }),
      staleTime: 0,
    }),
  tags: queryOptions({
    queryKey: [...everything, 'tags'],
    queryFn: async ({ signal }) => (await call('GET /journal/tags/all', undefined, { signal })).data,
  }),
}
