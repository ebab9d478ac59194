import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Attribute, catalogueLabel, type ItemType } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { attributeQueries, cancelAndInvalidate } from '../../client/queries.ts'
import { offerUndo, showFailure } from '../../ui/feedback/undo-toast.tsx'
import { toAttributeText, toAttributeValues } from './attribute-values.ts'

const moveKey = ['attribute order']

interface Move {
  readonly id: number
  /** Id of the attribute that it follows after the move; null for the first position. */
  readonly after: number | null
  /** Id of the attribute that it followed before the move, for the undo. */
  readonly before: number | null
}

export function useAttributeActions(type: ItemType) {
  const queries = useQueryClient()
  const { queryKey } = attributeQueries.ofType(type)
  const refresh = () => cancelAndInvalidate(queries, attributeQueries.rootKey)

  // Only the latest change can be undone, because its toast replaces the previous one.
  const offerUndoOf = (message: string, undo: () => Promise<unknown>) =>
    offerUndo({
      id: 'attribute changed',
      message,
      undo: () => undo().finally(() => void refresh()),
    })

  const retire = useMutation({
    mutationFn: ({ id, retired }: Attribute) =>
      call('POST /attributes/retire', { body: { id, retired: !retired } }),
    onSuccess: (saved, before) =>
      offerUndoOf(`“${catalogueLabel(saved)}” ${saved.retired ? 'retired' : 'restored'}.`, () =>
        call('POST /attributes/retire', { body: { id: before.id, retired: before.retired } }),
      ),
    onError: (error) => showFailure('Nothing was changed.', error),
    onSettled: refresh,
  })

  const sendMove = useMutation({
    mutationKey: moveKey,
    mutationFn: ({ id, after }: Move) => call('POST /attributes/move', { body: { id, after } }),
    // Sends moves one after another, in the order of the key presses.
    scope: { id: 'attribute order' },
    onSuccess: (saved, { id, before }) =>
      offerUndoOf(`“${catalogueLabel(saved)}” moved.`, () =>
        call('POST /attributes/move', { body: { id, after: before } }),
      ),
    onError: (error) => showFailure('The attribute was not moved.', error),
    // While other moves are pending, the server’s order would revert them on the screen.
    onSettled: () => (queries.isMutating({ mutationKey: moveKey }) > 1 ? undefined : refresh()),
  })

  /** Returns the new index among the active attributes; undefined if it cannot move there. */
  function move({ id }: Attribute, to: (from: number) => number): number | undefined {
    // Reads the cache, because the order of a key press in the same frame is not yet rendered.
    const all = queries.getQueryData(queryKey) ?? []
    const active = all.filter(({ retired }) => !retired)
    const from = active.findIndex((attribute) => attribute.id === id)
    const moved = active[from]
    const newIndex = to(from)
    if (!moved || newIndex < 0 || newIndex >= active.length) return undefined

    const others = active.toSpliced(from, 1)
    const after = others[newIndex - 1]?.id ?? null
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, insertAfter(all, moved, after))
    sendMove.mutate({ id, after, before: active[from - 1]?.id ?? null })
    return newIndex
  }

  return {
    retire,
    move,
    refresh,
    offerUndoOfSave: (before: Attribute, saved: Attribute) =>
      offerUndoOf(`“${catalogueLabel(saved)}” saved.`, () =>
        call('POST /attributes/save', {
          body: {
            id: before.id,
            attribute: toAttributeText(toAttributeValues(before)),
            version: saved.version,
          },
        }),
      ),
  }
}

function insertAfter(
  attributes: readonly Attribute[],
  moved: Attribute,
  after: number | null,
): Attribute[] {
  const others = attributes.filter(({ id }) => id !== moved.id)
  return others.toSpliced(others.findIndex(({ id }) => id === after) + 1, 0, moved)
}
