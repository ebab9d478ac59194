import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Attribute, type ItemType, labelOnPage } from '@vitrine/contract'
import { call } from '../../client/call.ts'
import { attributeQueries, cancelAndInvalidate } from '../../client/queries.ts'
import { offerUndo, showFailure } from '../../ui/feedback/undo-toast.tsx'
import { toText, toValues } from './attribute-values.ts'

const orderKey = ['attribute order']

interface Move {
  readonly id: number
  /** The one that it then follows; null for the front. */
  readonly after: number | null
  readonly before: number | null
}

export function useAttributeChanges(type: ItemType) {
  const queries = useQueryClient()
  const { queryKey } = attributeQueries.ofType(type)
  const refresh = () => cancelAndInvalidate(queries, attributeQueries.rootKey)

  // Only the latest change can be undone; its toast replaces the last one.
  const offer = (message: string, undo: () => Promise<unknown>) =>
    offerUndo({
      id: 'attribute changed',
      message,
      undo: () => undo().finally(() => void refresh()),
    })

  const retire = useMutation({
    mutationFn: ({ id, retired }: Attribute) =>
      call('POST /attributes/retire', { body: { id, retired: !retired } }),
    onSuccess: (now, before) =>
      offer(`“${labelOnPage(now)}” ${now.retired ? 'retired' : 'is back'}.`, () =>
        call('POST /attributes/retire', { body: { id: before.id, retired: before.retired } }),
      ),
    onError: (error) => showFailure('Nothing was changed.', error),
    onSettled: refresh,
  })

  const sendMove = useMutation({
    mutationKey: orderKey,
    mutationFn: ({ id, after }: Move) => call('POST /attributes/move', { body: { id, after } }),
    // In sequence, in the order of the key presses.
    scope: { id: 'attribute order' },
    onSuccess: (now, { id, before }) =>
      offer(`“${labelOnPage(now)}” moved.`, () =>
        call('POST /attributes/move', { body: { id, after: before } }),
      ),
    onError: (error) => showFailure('The attribute was not moved.', error),
    // While others are on their way, the server’s order would take them back on the screen.
    onSettled: () => (queries.isMutating({ mutationKey: orderKey }) > 1 ? undefined : refresh()),
  })

  /** Tells the new place, counted from 0 among those in use; undefined where there is none. */
  function move({ id }: Attribute, to: (from: number) => number): number | undefined {
    // As ordered by now, which a second key press within one frame has not seen drawn yet.
    const all = queries.getQueryData(queryKey) ?? []
    const active = all.filter(({ retired }) => !retired)
    const from = active.findIndex((attribute) => attribute.id === id)
    const one = active[from]
    const place = to(from)
    if (!one || place < 0 || place >= active.length) return undefined
    const others = active.toSpliced(from, 1)
    const after = others[place - 1]?.id ?? null
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, placed(all, one, after))
    sendMove.mutate({ id, after, before: active[from - 1]?.id ?? null })
    return place
  }

  return {
    retire,
    move,
    refresh,
    saved: (before: Attribute, now: Attribute) =>
      offer(`“${labelOnPage(now)}” saved.`, () =>
        call('POST /attributes/save', {
          body: { id: before.id, attribute: toText(toValues(before)), version: now.version },
        }),
      ),
  }
}

function placed(
  attributes: readonly Attribute[],
  one: Attribute,
  after: number | null,
): Attribute[] {
  const others = attributes.filter(({ id }) => id !== one.id)
  return others.toSpliced(others.findIndex(({ id }) => id === after) + 1, 0, one)
}
