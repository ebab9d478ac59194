import { infiniteQueryOptions } from '@tanstack/react-query'
import type { HistorySubject } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { historyKey } from '../../client/query.ts'

export const historyQueries = {
  of: (subject: HistorySubject, id: number) =>
    infiniteQueryOptions({
      queryKey: [...historyKey(subject), id],
      queryFn: ({ signal, pageParam: before }) =>
        call('GET /history/:subject/:id', { params: { subject, id }, query: before ? { before } : {} }, { signal }),
      initialPageParam: 0,
      getNextPageParam: ({ changes, hasMore }) => (hasMore ? changes.at(-1)?.id : undefined),
      staleTime: 0,
    }),
}
