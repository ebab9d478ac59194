import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** Facts about the house; they change with a restart of the server only. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /settings', undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
