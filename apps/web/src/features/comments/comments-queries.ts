import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

const everything = ['comments'] as const

export const commentsQueries = {
  everything,
  all: queryOptions({
    queryKey: [...everything, 'all'],
    queryFn: ({ signal }) => call('GET /inventory/comments', undefined, { signal }),
  }),
  /** Asked for anew each time somebody looks: what was deleted meanwhile belongs to it. */
  deleted: queryOptions({
    queryKey: [...everything, 'deleted'],
    queryFn: ({ signal }) => call('GET /inventory/deleted-comments', undefined, { signal }),
    staleTime: 0,
  }),
  ofItem: (id: number) =>
    queryOptions({
      queryKey: [...everything, 'of', id],
      queryFn: ({ signal }) => call('GET /inventory/comments/:id', { params: { id } }, { signal }),
    }),
}
