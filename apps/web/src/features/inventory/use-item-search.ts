import { useQueries } from '@tanstack/react-query'
import { type ItemListEntry, type ItemType, itemTypes } from '@vitrine/contract'
import { useMemo } from 'react'
import { type RowFilter, rowFilter } from '../../ui/row-filter.ts'
import { inventoryQueries } from './inventory-queries.ts'

export interface FoundItem {
  readonly id: number
  readonly type: ItemType
  readonly label: string
  readonly artist: string
}

interface Source {
  readonly type: ItemType
  readonly items: readonly ItemListEntry[]
  readonly filter: RowFilter
}

const shortest = 2
const most = 6

const labelOf = ({ identifier, name }: ItemListEntry): string => `${identifier} ${name}`.trim()

/** The first few items of each museum whose identifier, name or artist contains a text. */
export function useItemSearch(text: string): readonly FoundItem[] {
  const isLongEnough = text.trim().length >= shortest
  const lists = useQueries({
    queries: itemTypes.map((type) => ({ ...inventoryQueries.list(type), enabled: isLongEnough })),
  })
  const [cars, art] = lists.map(({ data }) => data)
  const sources = useMemo(() => [sourceOf('car', cars), sourceOf('art', art)], [cars, art])
  return useMemo(
    () => (isLongEnough ? sources.flatMap((source) => found(source, text)) : []),
    [isLongEnough, sources, text],
  )
}

const sourceOf = (type: ItemType, items: readonly ItemListEntry[] = []): Source => ({
  type,
  items,
  filter: rowFilter(
    items.map((item) => `${labelOf(item)} ${item.artist}`.toLowerCase()),
    Uint32Array.from(items.keys()),
  ),
})

const found = ({ type, items, filter }: Source, text: string): FoundItem[] =>
  Array.from(filter.find(text).subarray(0, most)).flatMap((row) => {
    const item = items[row]
    return item ? [{ id: item.id, type, label: labelOf(item), artist: item.artist }] : []
  })
