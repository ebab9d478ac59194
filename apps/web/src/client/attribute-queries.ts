import { queryOptions } from '@tanstack/react-query'
import type { ItemType } from '@vitrine/contract'
import { call } from './call.ts'

const everything = ['attributes'] as const

export const attributeQueries = {
  everything,
  /** The catalogue of a type, with those that are retired. */
  of: (type: ItemType) =>
    queryOptions({
      queryKey: [...everything, type],
      queryFn: ({ signal }) => call('GET /attributes/:type', { params: { type } }, { signal }),
      staleTime: 30_000,
    }),
  history: (type: ItemType) =>
    queryOptions({
      queryKey: [...everything, type, 'history'],
      queryFn: ({ signal }) => call('GET /attributes/:type/history', { params: { type } }, { signal }),
    }),
  suggestions: (id: number) =>
    queryOptions({
      queryKey: [...everything, 'suggestions', id],
      queryFn: ({ signal }) => call('GET /attributes/suggestions/:id', { params: { id } }, { signal }),
      staleTime: 60_000,
    }),
}
