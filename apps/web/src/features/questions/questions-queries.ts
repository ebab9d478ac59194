import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import type { QuestionsSearch } from './questions-search.ts'

const everything = ['questions'] as const

export const questionsQueries = {
  everything,
  list: (search: QuestionsSearch) =>
    infiniteQueryOptions({
      queryKey: [...everything, 'list', search],
      queryFn: ({ signal, pageParam }) =>
        call('GET /questions', { query: { ...search, ...(pageParam && { after: pageParam }) } }, { signal }),
      initialPageParam: 0,
      getNextPageParam: ({ next }) => next,
      // Texts that answer questions are changed elsewhere.
      staleTime: 0,
    }),
  items: queryOptions({
    queryKey: [...everything, 'items'],
    queryFn: ({ signal }) => call('GET /questions/items', undefined, { signal }),
  }),
}
