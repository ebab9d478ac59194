import { type ItemType, inventoryTypes } from '@vitrine/contract'
import { useCallback, useState } from 'react'
import { type ListLayout, listLayouts, type SearchChange } from './list-search.ts'

/** The layout that the address says, else the one chosen last in this browser; and a function to choose another. */
export function useListLayout(
  type: ItemType,
  inAddress: ListLayout | undefined,
  onSearch: (change: SearchChange) => void,
): readonly [layout: ListLayout, choose: (layout: ListLayout) => void] {
  const [usualLayout, setUsualLayout] = useState(() => rememberedLayout(type))
  const choose = useCallback(
    (layout: ListLayout) => {
      localStorage.setItem(storageKey(type), layout)
      setUsualLayout(layout)
      onSearch({ view: layout })
    },
    [type, onSearch],
  )
  return [inventoryTypes[type].list.grid ? (inAddress ?? usualLayout) : 'list', choose]
}

const storageKey = (type: ItemType) => `${type}View`

const rememberedLayout = (type: ItemType): ListLayout =>
  listLayouts.find((layout) => layout === localStorage.getItem(storageKey(type))) ?? 'list'
