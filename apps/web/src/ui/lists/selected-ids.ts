import { useCallback, useState } from 'react'

const noIds: ReadonlySet<number> = new Set()

interface SelectionState {
  readonly selectedIds: ReadonlySet<number>
  readonly lastToggled: number | null
  /** Whether selecting goes on with nothing selected. */
  readonly isKept: boolean
}

/** State of the selection: toggles single items and ranges, all items shown, or none. */
export function useSelectedIds(getShownIds: () => readonly number[]) {
  const [{ selectedIds, lastToggled, isKept }, setState] = useState<SelectionState>({
    selectedIds: noIds,
    lastToggled: null,
    isKept: false,
  })
  return {
    selectedIds,
    isSelecting: isKept || selectedIds.size > 0,
    onToggle: (id: number, withShift: boolean) =>
      setState((old) => {
        const next = new Set(old.selectedIds)
        const isAdding = !next.has(id)
        const isRange = withShift && old.lastToggled !== null
        const ids = isRange ? listIdsBetween(getShownIds(), old.lastToggled, id) : [id]
        for (const toggledId of ids) {
          if (isAdding) next.add(toggledId)
          else next.delete(toggledId)
        }
        return { ...old, selectedIds: next, lastToggled: id }
      }),
    selectShown: () =>
      setState((old) => ({
        selectedIds: new Set([...old.selectedIds, ...getShownIds()]),
        lastToggled,
        isKept: true,
      })),
    selectNone: useCallback(
      () => setState({ selectedIds: noIds, lastToggled: null, isKept: true }),
      [],
    ),
    end: () => setState({ selectedIds: noIds, lastToggled: null, isKept: false }),
  }
}

function listIdsBetween(ids: readonly number[], from: number, to: number): readonly number[] {
  const [fromIndex, toIndex] = [ids.indexOf(from), ids.indexOf(to)]
  if (fromIndex < 0 || toIndex < 0) return [to]
  return ids.slice(Math.min(fromIndex, toIndex), Math.max(fromIndex, toIndex) + 1)
}
