import {
  attributeLabel,
  type ItemListEntry,
  inventoryTypes,
  type ListAttributeKey,
  sortByText,
} from '@vitrine/contract'
import { useMemo } from 'react'
import { QuickFilters } from '../../../ui/lists/filters.tsx'
import { useList } from './list-context.ts'

interface MakerFiltersProps {
  readonly items: readonly ItemListEntry[]
  /** The text of the filter. */
  readonly current: string
}

/** Quick filters, one for each maker (such as an artist) of several items. */
export function MakerFilters({ items, current }: MakerFiltersProps) {
  const { type, onSearch } = useList()
  const { maker } = inventoryTypes[type]
  const makers = useMemo(
    () => (maker ? listMakersOfSeveralItems(maker, items) : []),
    [maker, items],
  )

  return (
    <QuickFilters
      label={`${attributeLabel({ tag_key: maker ?? '' })}s`}
      texts={makers}
      current={current}
      onChoose={(text) => onSearch({ filter: text || undefined })}
    />
  )
}

function listMakersOfSeveralItems(
  maker: ListAttributeKey,
  items: readonly ItemListEntry[],
): string[] {
  const itemsByMaker = Map.groupBy(items, (item) => item[maker].trim())
  itemsByMaker.delete('')
  const names = [...itemsByMaker]
    .filter(([, itemsOfMaker]) => itemsOfMaker.length > 1)
    .map(([name]) => name)
  return sortByText(names, (name) => name)
}
