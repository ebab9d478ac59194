import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

export const historyQueries = {
  ofItem: (id: number) =>
    queryOptions({
      queryKey: ['history', 'item', id],
      queryFn: ({ signal }) => call('GET /inventory/history/:id', { params: { id } }, { signal }),
    }),
}
