import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { HistorySubject, ItemType } from '@vitrine/contract'
import { query } from './query.ts'

export const attributeQueries = {
  rootKey: ['attributes'],
  /** The catalogue of a type, with those that are retired. */
  ofType: (type: ItemType) => ({
    ...query('GET /attributes/:type', { params: { type } }),
    staleTime: 30_000,
  }),
  suggestions: (id: number) => ({
    ...query('GET /attributes/suggestions/:id', { params: { id } }),
    staleTime: 60_000,
  }),
} as const

/** Refetches what a change made stale. Pending requests are cancelled: their answers may predate the change. */
export async function cancelAndInvalidate(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}

/** The query key of all histories of a kind. Defined here so that pages need not load the feature. */
export const historyKey = (subject: HistorySubject) => ['history', subject] as const
