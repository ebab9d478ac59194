import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

export const searchQueries = {
  /** Each further key cancels the request of the one before; what was found stays until the next answer. */
  everything: (text: string) =>
    queryOptions({
      queryKey: ['search', text],
      queryFn: ({ signal }) => call('GET /search', { query: { q: text } }, { signal }),
      enabled: text !== '',
      placeholderData: keepPreviousData,
      staleTime: 5_000,
      gcTime: 30_000,
    }),
  items: (ids: readonly number[]) =>
    queryOptions({
      queryKey: ['search', 'items', ...ids],
      queryFn: ({ signal }) => call('GET /search/items', { query: { ids: ids.join(',') } }, { signal }),
      enabled: ids.length > 0,
      staleTime: 5_000,
    }),
}
