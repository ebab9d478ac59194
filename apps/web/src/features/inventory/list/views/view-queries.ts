import { inventoryRoute, type SavedView } from '@vitrine/contract'
import { query } from '../../../../client/query.ts'

/** The person's own views and those of all, of all inventories. */
export const viewsQuery = { ...query('GET /views'), staleTime: 30_000 }

export const viewAddress = ({ id, type, search }: SavedView): string =>
  `${inventoryRoute(type)}?${new URLSearchParams({ ...search, saved: String(id) })}`
