import { queryOptions } from '@tanstack/react-query'
import { call } from '../../client/call.ts'

/** The installation's settings, which change only when the server restarts. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /settings', undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
