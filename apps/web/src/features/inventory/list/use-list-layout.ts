import { type ItemType, inventoryTypes } from '@vitrine/contract'
import { useCallback, useState } from 'react'
import { type ListLayout, listLayouts, type SearchChange } from './list-search.ts'

/** Returns the layout from the address, else the one last chosen in this browser, and a setter. */
export function useListLayout(
  type: ItemType,
  layoutInAddress: ListLayout | undefined,
  onSearch: (change: SearchChange) => void,
): readonly [layout: ListLayout, choose: (layout: ListLayout) => void] {
  const [lastLayout, setLastLayout] = useState(() => readLastLayout(type))
  const choose = useCallback(
    (layout: ListLayout) => {
      localStorage.setItem(storageKey(type), layout)
      setLastLayout(layout)
      onSearch({ view: layout })
    },
    [type, onSearch],
  )

  const hasGrid = inventoryTypes[type].list.grid
  return [hasGrid ? (layoutInAddress ?? lastLayout) : 'list', choose]
}

const storageKey = (type: ItemType) => `${type}View`

const readLastLayout = (type: ItemType): ListLayout =>
  listLayouts.find((layout) => layout === localStorage.getItem(storageKey(type))) ?? 'list'
