import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MovementReason, Place, PlaceConflict, PlaceToSave } from '@vitrine/contract'
import { ApiError } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { invalidatePlaces } from '../../client/use-places.ts'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'

type Change = Partial<Pick<PlaceToSave, 'parent_id' | 'archived'>>

interface Order {
  readonly place: Place
  readonly change: Change
  /** Why it is moved. */
  readonly reason?: MovementReason
}

const save = ({ place, change, reason }: Order): Promise<Place> => {
  const { id, version, count: _, ...saved } = place
  return call('POST /places/save', {
    body: { id, place: { ...saved, ...change } as PlaceToSave, version, reason },
  })
}

/** What others changed meanwhile stays, unless it is the same. */
const saveOver = (order: Order): Promise<Place> =>
  save(order).catch((error) => {
    const { current } =
      (error instanceof ApiError && error.status === 409 && (error.obj as PlaceConflict)) || {}
    const { parent_id, archived } = order.place
    if (current?.parent_id !== parent_id || current.archived !== archived) throw error
    return save({ ...order, place: current })
  })

/** Moves, archives or restores a place at the press of a button, and offers to undo it. */
export function useSavePlace() {
  const queries = useQueryClient()
  const refresh = () => invalidatePlaces(queries)
  return useMutation({
    mutationFn: (order: Order & { readonly done: string }) => saveOver(order),
    onSuccess: (saved, { place, done }) => {
      const { parent_id, archived } = place
      offerUndo({
        id: `place ${place.id}`,
        message: done,
        undo: async () => {
          await saveOver({ place: saved, change: { parent_id, archived } })
          await refresh()
        },
      })
    },
    onSettled: refresh,
  })
}
