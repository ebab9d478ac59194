import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

const everything = ['report'] as const

export const reportQueries = {
  instructions: queryOptions({
    queryKey: [...everything, 'instructions'],
    queryFn: async ({ signal }) => (await call('GET /journal/report/instructions', undefined, { signal })).instructions,
    // Must not refetch while it is being edited.
    staleTime: Number.POSITIVE_INFINITY,
  }),
  abilities: queryOptions({
    queryKey: [...everything, 'abilities'],
    queryFn: ({ signal }) => call('GET /journal/assistant', undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  }),
}
