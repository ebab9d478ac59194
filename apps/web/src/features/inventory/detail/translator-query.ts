import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../client/call.ts'

/** Which language model drafts texts, and what it can do. */
export const translatorQuery = queryOptions({
  queryKey: ['translator'],
  queryFn: ({ signal }) => call('GET /inventory/translator', undefined, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
