import { foldedLine, type Place, type PlaceTree } from '@vitrine/contract'
import { useMemo } from 'react'
import { createRowFilter, type RowFilter } from '../../ui/lists/row-filter.ts'

export interface TreeRow {
  readonly place: Place
  /** 1 for a place that is in no other. */
  readonly level: number
  /** Null where there is nothing to open. */
  readonly isOpen: boolean | null
  /** Only here because of what is in it. */
  readonly isWay: boolean
  readonly position: number
  readonly siblings: number
}

/** The items in each place and in all places in it. */
export function countItems(tree: PlaceTree<Place>): ReadonlyMap<number, number> {
  const totals = new Map<number, number>()
  const add = ({ id, count }: Place): number => {
    const total = tree.childrenOf(id).reduce((sum, inside) => sum + add(inside), count)
    totals.set(id, total)
    return total
  }
  for (const outermost of tree.childrenOf(null)) add(outermost)
  return totals
}

/** Finds places by name or code; where there are none, by path. */
export function usePlaceFilter(
  tree: PlaceTree<Place>,
): (typed: string) => ReadonlySet<number> | null {
  return useMemo(() => {
    // Made when they are needed first: most open the screen without a filter.
    const filterOf = (textOf: (place: Place) => string) => {
      let rows: RowFilter | undefined
      return (typed: string) => {
        rows ??= createRowFilter(
          tree.all.map((place) => foldedLine(textOf(place))),
          Uint32Array.from(tree.all.keys()),
        )
        return rows.find(typed)
      }
    }
    const own = filterOf(({ name, code }) => `${name} ${code}`)
    const paths = filterOf(({ id }) => tree.pathOf(id))
    return (typed) => {
      if (typed.trim() === '') return null
      const hits = own(typed)
      return new Set(
        Array.from(hits.length > 0 ? hits : paths(typed), (row) => tree.all[row]?.id ?? 0),
      )
    }
  }, [tree])
}

interface TreeView {
  readonly open: ReadonlySet<number>
  /** Null without a filter; with one, these and what they are in are shown. */
  readonly found: ReadonlySet<number> | null
  readonly withArchived: boolean
}

/** The rows of the branches that are open, from the top to the bottom. */
export function treeRows(
  tree: PlaceTree<Place>,
  { open, found, withArchived }: TreeView,
): TreeRow[] {
  const shown =
    found && new Set([...found].flatMap((id) => tree.ancestry(id).map((around) => around.id)))
  const isShown = ({ id, archived }: Place) =>
    (withArchived || !archived) && (!shown || shown.has(id))
  const rows: TreeRow[] = []
  const add = (parent: number | null, level: number) => {
    const inside = tree.childrenOf(parent).filter(isShown)
    for (const [index, place] of inside.entries()) {
      const hasInside = tree.childrenOf(place.id).some(isShown)
      const isOpen = hasInside ? found !== null || open.has(place.id) : null
      const isWay = found !== null && !found.has(place.id)
      rows.push({ place, level, isOpen, isWay, position: index + 1, siblings: inside.length })
      if (isOpen) add(place.id, level + 1)
    }
  }
  add(null, 1)
  return rows
}
