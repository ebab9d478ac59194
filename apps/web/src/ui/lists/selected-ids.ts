import { useCallback, useState } from 'react'

const noIds: ReadonlySet<number> = new Set()

interface SelectionState {
  readonly selectedIds: ReadonlySet<number>
  /** Where a range begins that the next click with Shift selects. */
  readonly lastToggledId: number | null
  /** Whether the selection mode stays on while nothing is selected. */
  readonly staysOn: boolean
}

/** State of the selection: toggles single items and ranges, all items shown, or none. */
export function useSelectedIds(getShownIds: () => readonly number[]) {
  const [{ selectedIds, lastToggledId, staysOn }, setState] = useState<SelectionState>({
    selectedIds: noIds,
    lastToggledId: null,
    staysOn: false,
  })

  return {
    selectedIds,
    isSelecting: staysOn || selectedIds.size > 0,
    onToggle: (id: number, withShift: boolean) =>
      setState((old) => {
        const next = new Set(old.selectedIds)
        const isAdding = !next.has(id)
        const isRange = withShift && old.lastToggledId !== null
        const ids = isRange ? listIdsBetween(getShownIds(), old.lastToggledId, id) : [id]
        for (const toggledId of ids) {
          if (isAdding) next.add(toggledId)
          else next.delete(toggledId)
        }
        return { ...old, selectedIds: next, lastToggledId: id }
      }),
    selectShown: () =>
      setState((old) => ({
        selectedIds: new Set([...old.selectedIds, ...getShownIds()]),
        lastToggledId,
        staysOn: true,
      })),
    selectNone: useCallback(
      () => setState({ selectedIds: noIds, lastToggledId: null, staysOn: true }),
      [],
    ),
    end: () => setState({ selectedIds: noIds, lastToggledId: null, staysOn: false }),
  }
}

/** Lists the ids from one to the other, in either direction; only `to` if one is not in the list. */
function listIdsBetween(ids: readonly number[], from: number, to: number): readonly number[] {
  const fromIndex = ids.indexOf(from)
  const toIndex = ids.indexOf(to)
  if (fromIndex < 0 || toIndex < 0) return [to]

  return ids.slice(Math.min(fromIndex, toIndex), Math.max(fromIndex, toIndex) + 1)
}
