import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

export const eventsQueries = {
  list: queryOptions({
    queryKey: ['events', 'list'],
    queryFn: ({ signal }) => call('GET /cms/save-the-date', undefined, { signal }),
    // A form that is being filled in must not change under the fingers.
    refetchOnWindowFocus: false,
    gcTime: 0,
  }),
}
