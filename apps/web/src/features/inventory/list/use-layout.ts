import { type ItemType, inventoryTypes } from '@vitrine/contract'
import { useCallback, useState } from 'react'
import { type Layout, layouts, type SearchChange } from './list-search.ts'

/** The layout that the address says, else the one chosen last in this browser; and a function to choose another. */
export function useLayout(
  type: ItemType,
  inAddress: Layout | undefined,
  onSearch: (change: SearchChange) => void,
): readonly [layout: Layout, choose: (layout: Layout) => void] {
  const [usualLayout, setUsualLayout] = useState(() => rememberedLayout(type))
  const choose = useCallback(
    (layout: Layout) => {
      localStorage.setItem(storageKey(type), layout)
      setUsualLayout(layout)
      onSearch({ view: layout })
    },
    [type, onSearch],
  )
  return [inventoryTypes[type].list.grid ? (inAddress ?? usualLayout) : 'list', choose]
}

const storageKey = (type: ItemType) => `${type}View`

const rememberedLayout = (type: ItemType): Layout =>
  layouts.find((layout) => layout === localStorage.getItem(storageKey(type))) ?? 'list'
