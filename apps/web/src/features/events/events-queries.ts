import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

export const eventsQueries = {
  list: queryOptions({
    queryKey: ['events', 'list'],
    queryFn: ({ signal }) => call('GET /cms/save-the-date', undefined, { signal }),
    // A form must not refetch while it is being edited.
    refetchOnWindowFocus: false,
    gcTime: 0,
  }),
}
