import { queryOptions } from '@tanstack/react-query'
import { type ItemListEntry, type ItemType, inventoryTypes } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'

const rootKey = ['inventory'] as const
const listsKey = [...rootKey, 'list'] as const
const listAddress = (type: ItemType, isArchive: boolean) =>
  `GET /inventory/${inventoryTypes[type].collection}${isArchive ? '/archived' : ''}` as const

export const inventoryQueries = {
  rootKey,
  listsKey,
  /** The items of a museum in use, or the archived ones. */
  list: (type: ItemType, isArchive = false) =>
    queryOptions({
      queryKey: isArchive ? [...listsKey, type, 'archived'] : [...listsKey, type],
      queryFn: ({ signal }): Promise<readonly ItemListEntry[]> =>
        call(listAddress(type, isArchive), undefined, { signal }),
      staleTime: 30_000,
    }),
  item: (id: number) => callQuery('GET /inventory/details/:id', { params: { id } }),
  /** The language model that drafts texts, and what it can do. */
  translator: {
    ...callQuery('GET /inventory/translator'),
    queryKey: ['translator'],
    staleTime: Number.POSITIVE_INFINITY,
  },
}
