import { queryOptions } from '@tanstack/react-query'
import { type ItemListEntry, type ItemType, inventoryTypes } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { query } from '../../client/query.ts'

const everything = ['inventory'] as const
const lists = [...everything, 'list'] as const
const addressOf = (type: ItemType, isArchive: boolean) =>
  `GET /inventory/${inventoryTypes[type].collection}${isArchive ? '/archived' : ''}` as const

export const inventoryQueries = {
  everything,
  lists,
  list: (type: ItemType, isArchive = false) =>
    queryOptions({
      queryKey: [...lists, type, ...(isArchive ? ['archived'] : [])],
      queryFn: ({ signal }): Promise<readonly ItemListEntry[]> =>
        call(addressOf(type, isArchive), undefined, { signal }),
      // An unchanged list stays the same array: what was made of it, sorted and searched, stays good.
      structuralSharing: (old, fresh) => (isList(old) && isList(fresh) && sameItems(old, fresh) ? old : fresh),
      staleTime: 30_000,
    }),
  item: (id: number) => query('GET /inventory/details/:id', { params: { id } }),
  /** Which language model drafts texts, and what it can do. */
  translator: { ...query('GET /inventory/translator'), queryKey: ['translator'], staleTime: Number.POSITIVE_INFINITY },
}

const isList = (value: unknown): value is readonly ItemListEntry[] => Array.isArray(value)

function sameItems(old: readonly ItemListEntry[], fresh: readonly ItemListEntry[]): boolean {
  return old.length === fresh.length && old.every((item, index) => sameItem(item, fresh[index]))
}

function sameItem(item: ItemListEntry, other: ItemListEntry | undefined): boolean {
  // The one key that an item may lack.
  if (!other || item.public !== other.public) return false
  for (const key in item) if (item[key as keyof ItemListEntry] !== other[key as keyof ItemListEntry]) return false
  return true
}
