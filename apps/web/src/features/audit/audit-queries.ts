import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AuditKind } from '@vitrine/contract'
import { call } from '../../client/call.ts'

export interface AuditSearch {
  readonly kind?: AuditKind
  readonly person?: number
  readonly from?: string
  readonly to?: string
}

export const auditQueries = {
  list: (search: AuditSearch) =>
    infiniteQueryOptions({
      queryKey: ['audit', 'list', search],
      queryFn: ({ signal, pageParam }) =>
        call('GET /audit', { query: { ...search, ...(pageParam && { before: pageParam }) } }, { signal }),
      initialPageParam: 0,
      getNextPageParam: ({ next }) => next,
    }),
  people: queryOptions({
    queryKey: ['audit', 'people'],
    queryFn: ({ signal }) => call('GET /audit/people', undefined, { signal }),
  }),
}
