import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

export const openSessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call('GET /user/sessions', undefined, { signal }),
})
