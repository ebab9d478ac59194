import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

const everything = ['users'] as const

export const usersQueries = {
  everything,
  list: queryOptions({
    queryKey: [...everything, 'list'],
    queryFn: ({ signal }) => call('GET /admin/employees', undefined, { signal }),
  }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...everything, 'one', id],
      queryFn: ({ signal }) => call('GET /admin/employees/:id', { params: { id } }, { signal }),
      // A form must not refetch while it is being edited.
      refetchOnWindowFocus: false,
      gcTime: 0,
    }),
}
