import { queryOptions } from '@tanstack/react-query'
import { inventoryRoute, type SavedView } from '@vitrine/contract'
import { call } from '../../../../client/call.ts'

export const viewQueries = {
  /** The person's own views and those of all, of all inventories. */
  all: queryOptions({
    queryKey: ['views'],
    queryFn: ({ signal }) => call('GET /views', undefined, { signal }),
    staleTime: 30_000,
  }),
}

export const viewAddress = ({ id, type, search }: SavedView): string =>
  `${inventoryRoute(type)}?${new URLSearchParams({ ...search, saved: String(id) })}`
