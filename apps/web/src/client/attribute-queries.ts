import type { ItemType } from '@vitrine/contract'
import { query } from './query.ts'

export const attributeQueries = {
  everything: ['attributes'],
  /** The catalogue of a type, with those that are retired. */
  of: (type: ItemType) => ({ ...query('GET /attributes/:type', { params: { type } }), staleTime: 30_000 }),
  suggestions: (id: number) => ({ ...query('GET /attributes/suggestions/:id', { params: { id } }), staleTime: 60_000 }),
} as const
