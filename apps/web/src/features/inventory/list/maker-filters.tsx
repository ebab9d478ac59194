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
  readonly current: string
}

/** The artists of several artworks, by which the list is filtered with a click. */
export function MakerFilters({ items, current }: MakerFiltersProps) {
  const { type, onSearch } = useList()
  const { maker } = inventoryTypes[type]
  const makers = useMemo(() => (maker ? makersWithSeveralItems(maker, items) : []), [maker, items])
  return (
    <QuickFilters
      label={`${attributeLabel({ tag_key: maker ?? '' })}s`}
      texts={makers}
      current={current}
      onChoose={(text) => onSearch({ filter: text || undefined })}
    />
  )
}

function makersWithSeveralItems(
  maker: ListAttributeKey,
  items: readonly ItemListEntry[],
): string[] {
  const byName = Map.groupBy(items, (item) => item[maker].trim())
  byName.delete('')
  const several = [...byName].flatMap(([name, made]) => (made.length > 1 ? name : []))
  return sortByText(several, (name) => name)
}
