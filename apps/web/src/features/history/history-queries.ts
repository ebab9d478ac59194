import { infiniteQueryOptions } from '@tanstack/react-query'
import type { HistorySubject } from '@vitrine/contract'
import { call } from '../../client/call.ts'

export const historyQueries = {
  ofAll: (subject: HistorySubject) => ['history', subject] as const,
  of: (subject: HistorySubject, id: number) =>
    infiniteQueryOptions({
      queryKey: [...historyQueries.ofAll(subject), id],
      queryFn: ({ signal, pageParam: before }) =>
        call('GET /history/:subject/:id', { params: { subject, id }, query: before ? { before } : {} }, { signal }),
      initialPageParam: 0,
      getNextPageParam: ({ changes, hasMore }) => (hasMore ? changes.at(-1)?.id : undefined),
      staleTime: 0,
    }),
}
