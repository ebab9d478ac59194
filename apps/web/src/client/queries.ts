import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { HistorySubject, ItemType } from '@vitrine/contract'
import { callQuery } from './query.ts'

export const attributeQueries = {
  rootKey: ['attributes'],
  /** The catalogue of an item type, including retired attributes. */
  ofType: (type: ItemType) => ({
    ...callQuery('GET /attributes/:type', { params: { type } }),
    staleTime: 30_000,
  }),
  suggestions: (id: number) => ({
    ...callQuery('GET /attributes/suggestions/:id', { params: { id } }),
    staleTime: 60_000,
  }),
} as const

/** Refetches after a change. Cancels pending requests, whose responses may predate the change. */
export async function cancelAndInvalidate(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}

/** Query key of all histories of a kind; here, so that screens need not load the feature. */
export const historyKey = (subject: HistorySubject) => ['history', subject] as const
