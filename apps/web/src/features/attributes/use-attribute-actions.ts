import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Attribute, catalogueLabel, type ItemType } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { attributeQueries, cancelAndInvalidate } from '../../client/queries.ts'
import { offerUndo, showFailure } from '../../ui/feedback/undo-toast.tsx'
import { toAttributeSettings, toAttributeValues } from './attribute-values.ts'

const moveKey = ['attribute order']

interface Move {
  readonly id: number
  /** Id of the attribute that it follows after the move; null for the first position. */
  readonly newPredecessorId: number | null
  /** Id of the attribute that it followed before the move, for the undo. */
  readonly oldPredecessorId: number | null
}

/** Changes of a museum's attributes, each of which can be undone from its toast. */
export function useAttributeActions(type: ItemType) {
  const queries = useQueryClient()
  const { queryKey } = attributeQueries.ofType(type)
  const refresh = () => cancelAndInvalidate(queries, attributeQueries.rootKey)

  // All toasts have the same id: only the latest change can be undone.
  const offerUndoOf = (message: string, undo: () => Promise<unknown>) =>
    offerUndo({
      id: 'attribute changed',
      message,
      undo: () => undo().finally(() => void refresh()),
    })

  const retire = useMutation({
    mutationFn: ({ id, retired }: Attribute) =>
      call('POST /attributes/retire', { body: { id, retired: !retired } }),
    onSuccess: (saved, original) =>
      offerUndoOf(`“${catalogueLabel(saved)}” ${saved.retired ? 'retired' : 'restored'}.`, () =>
        call('POST /attributes/retire', { body: { id: original.id, retired: original.retired } }),
      ),
    onError: (error) => showFailure('Nothing was changed.', error),
    onSettled: refresh,
  })

  const sendMove = useMutation({
    mutationKey: moveKey,
    mutationFn: ({ id, newPredecessorId }: Move) =>
      call('POST /attributes/move', { body: { id, after: newPredecessorId } }),
    // Sends moves one after another, in the order of the key presses.
    scope: { id: 'attribute order' },
    onSuccess: (saved, { id, oldPredecessorId }) =>
      offerUndoOf(`“${catalogueLabel(saved)}” moved.`, () =>
        call('POST /attributes/move', { body: { id, after: oldPredecessorId } }),
      ),
    onError: (error) => showFailure('The attribute was not moved.', error),
    onSettled: () => {
      // While other moves are pending, the server’s order would revert them on the screen. The
      // count includes this move.
      const hasOtherMoves = queries.isMutating({ mutationKey: moveKey }) > 1
      return hasOtherMoves ? undefined : refresh()
    },
  })

  /** Returns the new index among the active attributes; undefined if it cannot move there. */
  function move({ id }: Attribute, getTarget: (from: number) => number): number | undefined {
    // Reads the cache, because the order of a key press in the same frame is not yet rendered.
    const catalogue = queries.getQueryData(queryKey) ?? []
    const active = catalogue.filter(({ retired }) => !retired)
    const index = active.findIndex((attribute) => attribute.id === id)
    const attribute = active[index]
    const newIndex = getTarget(index)
    if (!attribute || newIndex < 0 || newIndex >= active.length) return undefined

    const others = active.toSpliced(index, 1)
    const newPredecessorId = others[newIndex - 1]?.id ?? null
    const oldPredecessorId = active[index - 1]?.id ?? null

    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, insertAfter(catalogue, attribute, newPredecessorId))
    sendMove.mutate({ id, newPredecessorId, oldPredecessorId })
    return newIndex
  }

  return {
    retire,
    move,
    refresh,
    offerUndoOfSave: (original: Attribute, saved: Attribute) =>
      offerUndoOf(`“${catalogueLabel(saved)}” saved.`, () =>
        call('POST /attributes/save', {
          body: {
            id: original.id,
            attribute: toAttributeSettings(toAttributeValues(original)),
            version: saved.version,
          },
        }),
      ),
  }
}

function insertAfter(
  attributes: readonly Attribute[],
  moved: Attribute,
  predecessorId: number | null,
): Attribute[] {
  const others = attributes.filter(({ id }) => id !== moved.id)
  // Without a predecessor, the index of -1 leads to the first position.
  const predecessorIndex = others.findIndex(({ id }) => id === predecessorId)
  return others.toSpliced(predecessorIndex + 1, 0, moved)
}
