import { foldLine, type Place, type PlaceTree } from '@vitrine/contract'
import { useMemo } from 'react'
import { createRowFilter, type RowFilter } from '../../ui/lists/row-filter.ts'

export interface TreeRow {
  readonly place: Place
  /** 1 for an outermost place. */
  readonly level: number
  /** Null if the place has no children to show. */
  readonly isOpen: boolean | null
  /** Whether it is shown only because places inside it match the filter. */
  readonly isAncestorOnly: boolean
  /** Among the shown places beside it, from 1. */
  readonly position: number
  readonly siblingCount: number
}

/** Counts the items in each place, including those of all places inside it. */
export function countItemsByPlace(tree: PlaceTree<Place>): ReadonlyMap<number, number> {
  const totals = new Map<number, number>()

  const add = ({ id, count }: Place): number => {
    const total = tree.childrenOf(id).reduce((sum, child) => sum + add(child), count)
    totals.set(id, total)
    return total
  }

  for (const outermost of tree.childrenOf(null)) add(outermost)

  return totals
}

/** Finds places by name or code, or if none match, by path. Returns null for an empty filter. */
export function usePlaceFilter(
  tree: PlaceTree<Place>,
): (typed: string) => ReadonlySet<number> | null {
  return useMemo(() => {
    // Built on first use, because most visits to the screen do not filter.
    const createLazyFilter = (getText: (place: Place) => string) => {
      let filter: RowFilter | undefined
      return (typed: string) => {
        filter ??= createRowFilter(
          tree.all.map((place) => foldLine(getText(place))),
          Uint32Array.from(tree.all.keys()),
        )
        return filter.find(typed)
      }
    }
    const findByName = createLazyFilter(({ name, code }) => `${name} ${code}`)
    const findByPath = createLazyFilter(({ id }) => tree.pathOf(id))
    return (typed) => {
      if (typed.trim() === '') return null
      const rowsByName = findByName(typed)
      const rows = rowsByName.length > 0 ? rowsByName : findByPath(typed)
      return new Set(Array.from(rows, (row) => tree.all[row]?.id ?? 0))
    }
  }, [tree])
}

interface TreeView {
  readonly openIds: ReadonlySet<number>
  /** Null without a filter; otherwise only these places and the places around them are shown. */
  readonly matches: ReadonlySet<number> | null
  readonly withArchived: boolean
}

/** Builds the visible rows of the tree, from top to bottom. */
export function buildTreeRows(
  tree: PlaceTree<Place>,
  { openIds, matches, withArchived }: TreeView,
): TreeRow[] {
  const shownIds =
    matches &&
    new Set([...matches].flatMap((id) => tree.ancestry(id).map((ancestor) => ancestor.id)))

  const isShown = ({ id, archived }: Place) =>
    (withArchived || !archived) && (!shownIds || shownIds.has(id))
  const rows: TreeRow[] = []

  const addChildren = (parentId: number | null, level: number) => {
    const children = tree.childrenOf(parentId).filter(isShown)
    for (const [index, place] of children.entries()) {
      const hasChildren = tree.childrenOf(place.id).some(isShown)
      // A filter opens all branches that it leaves.
      const isOpen = hasChildren ? matches !== null || openIds.has(place.id) : null
      const isAncestorOnly = matches !== null && !matches.has(place.id)
      rows.push({
        place,
        level,
        isOpen,
        isAncestorOnly,
        position: index + 1,
        siblingCount: children.length,
      })
      if (isOpen) addChildren(place.id, level + 1)
    }
  }

  addChildren(null, 1)

  return rows
}
