import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

const everything = ['comments'] as const

export const commentsQueries = {
  everything,
  all: queryOptions({
    queryKey: [...everything, 'all'],
    queryFn: ({ signal }) => call('GET /inventory/comments', undefined, { signal }),
  }),
  ofItem: (id: number) =>
    queryOptions({
      queryKey: [...everything, 'of', id],
      queryFn: ({ signal }) => call('GET /inventory/comments/:id', { params: { id } }, { signal }),
    }),
}
