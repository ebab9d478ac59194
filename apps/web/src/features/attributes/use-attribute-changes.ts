import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Attribute, attributeLabel, type ItemType } from '@vitrine/contract'
import { serverMessage } from '../../client/api-error.ts'
import { attributeQueries } from '../../client/attribute-queries.ts'
import { call } from '../../client/call.ts'
import { cancelAndInvalidate } from '../../client/cancel-and-invalidate.ts'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'
import { toText, toValues } from './attribute-values.ts'

export interface Move {
  readonly id: number
  /** The one that it stands behind then; null for the front. */
  readonly after: number | null
}

/** Changes of the catalogue, each of which can be undone for ten seconds. */
export function useAttributeChanges(type: ItemType) {
  const queries = useQueryClient()
  const { queryKey } = attributeQueries.of(type)
  const refresh = () => cancelAndInvalidate(queries, attributeQueries.everything)

  // Only the latest change can be undone; its toast replaces the last one.
  const offer = (message: string, undo: () => Promise<unknown>) =>
    offerUndo({
      id: 'attribute changed',
      message,
      undo: () => undo().finally(() => void refresh()),
      failure: 'This could not be undone.',
    })

  const retire = useMutation({
    mutationFn: ({ id, retired }: Attribute) => call('POST /attributes/retire', { body: { id, retired: !retired } }),
    onSuccess: (now, before) =>
      offer(`“${attributeLabel(now)}” ${now.retired ? 'retired' : 'is back'}.`, () =>
        call('POST /attributes/retire', { body: { id: before.id, retired: before.retired } }),
      ),
    onError: (error) => notifications.show({ color: 'red', message: `Nothing was changed. ${serverMessage(error)}` }),
    onSettled: refresh,
  })

  const move = useMutation({
    mutationFn: (wanted: Move) => call('POST /attributes/move', { body: { id: wanted.id, after: wanted.after } }),
    // In sequence, in the order of the key presses.
    scope: { id: 'attribute order' },
    onMutate: async (wanted) => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey) ?? []
      queries.setQueryData(queryKey, moved(before, wanted))
      const place = before.findIndex(({ id }) => id === wanted.id)
      return { back: { id: wanted.id, after: before[place - 1]?.id ?? null } }
    },
    onSuccess: (now, _, { back }) =>
      offer(`“${attributeLabel(now)}” moved.`, () => call('POST /attributes/move', { body: back })),
    onError: (error) =>
      notifications.show({ color: 'red', message: `The attribute was not moved. ${serverMessage(error)}` }),
    onSettled: refresh,
  })

  return {
    retire,
    move,
    refresh,
    /** Offers to undo the change. */
    saved: (before: Attribute, now: Attribute) =>
      offer(`“${attributeLabel(now)}” saved.`, () =>
        call('POST /attributes/save', {
          body: { id: before.id, attribute: toText(toValues(before)), version: now.version },
        }),
      ),
  }
}

function moved(attributes: readonly Attribute[], { id, after }: Move): Attribute[] {
  const one = attributes.find((attribute) => attribute.id === id)
  const others = attributes.filter((attribute) => attribute.id !== id)
  const place = others.findIndex((attribute) => attribute.id === after) + 1
  return one ? others.toSpliced(place, 0, one) : others
}
