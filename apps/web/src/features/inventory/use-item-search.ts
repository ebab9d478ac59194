import { useQueries } from '@tanstack/react-query'
import { fold, type ItemListEntry, type ItemType, inventoryTypes, itemTypes } from '@vitrine/contract'
import { useMemo } from 'react'
import { type RowFilter, rowFilter } from '../../ui/lists/row-filter.ts'
import { inventoryQueries } from './inventory-queries.ts'

export interface FoundItem {
  readonly id: number
  readonly type: ItemType
  readonly label: string
  /** Who made it, where the list says so. */
  readonly maker: string
}

interface Source {
  readonly type: ItemType
  readonly items: readonly ItemListEntry[]
  readonly filter: RowFilter
}

const shortest = 2
const most = 6

const labelOf = ({ identifier, name }: ItemListEntry): string => `${identifier} ${name}`.trim()

const makerOf = (type: ItemType, item: ItemListEntry): string => {
  const { maker } = inventoryTypes[type]
  return maker ? item[maker] : ''
}

/** The first few items of each museum whose identifier, name or maker contains a text. */
export function useItemSearch(text: string): readonly FoundItem[] {
  const isLongEnough = text.trim().length >= shortest
  const lists = useQueries({
    queries: itemTypes.map((type) => ({ ...inventoryQueries.list(type), enabled: isLongEnough })),
  })
  // As many as there are types, so always as many.
  const data = lists.map((list) => list.data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array is new each time, the lists in it are not
  const sources = useMemo(() => itemTypes.map((type, index) => sourceOf(type, data[index])), data)
  return useMemo(
    () => (isLongEnough ? sources.flatMap((source) => found(source, text)) : []),
    [isLongEnough, sources, text],
  )
}

const sourceOf = (type: ItemType, items: readonly ItemListEntry[] = []): Source => ({
  type,
  items,
  filter: rowFilter(
    items.map((item) => fold(`${labelOf(item)} ${makerOf(type, item)}`)),
    Uint32Array.from(items.keys()),
  ),
})

const found = ({ type, items, filter }: Source, text: string): FoundItem[] =>
  Array.from(filter.find(text).subarray(0, most)).flatMap((row) => {
    const item = items[row]
    return item ? [{ id: item.id, type, label: labelOf(item), maker: makerOf(type, item) }] : []
  })
