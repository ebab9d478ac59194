import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MovementReason, Place, PlaceConflict, PlaceInput } from '@vitrine/contract'
import { findConflict } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { invalidatePlaces } from '../../client/use-places.ts'
import { offerUndo } from '../../ui/feedback/undo-toast.tsx'

type PlaceChange = Partial<Pick<PlaceInput, 'parent_id' | 'archived'>>

interface SavePlaceRequest {
  readonly place: Place
  readonly change: PlaceChange
  /** The reason of the movement, if the place is moved. */
  readonly reason?: MovementReason
  readonly remark?: string
}

const save = ({ place, change, reason, remark }: SavePlaceRequest): Promise<Place> => {
  const { id, version, count: _, ...saved } = place

  return call('POST /places/save', {
    body: { id, place: { ...saved, ...change } as PlaceInput, version, reason, remark },
  })
}

/** Retries after a conflict, keeping the edits of others, unless they changed the same fields. */
async function saveOverOtherEdits(request: SavePlaceRequest): Promise<Place> {
  try {
    return await save(request)
  } catch (error) {
    const current = findConflict<PlaceConflict>(error)?.current
    const { parent_id, archived } = request.place
    if (current?.parent_id !== parent_id || current.archived !== archived) throw error

    return save({ ...request, place: current })
  }
}

/** Moves, archives or restores a place without a form, and offers to undo it. */
export function useSavePlace() {
  const queries = useQueryClient()
  const refresh = () => invalidatePlaces(queries)

  return useMutation({
    mutationFn: (request: SavePlaceRequest & { readonly successMessage: string }) =>
      saveOverOtherEdits(request),
    onSuccess: (saved, { place, successMessage }) => {
      const { parent_id, archived } = place
      offerUndo({
        id: `place ${place.id}`,
        message: successMessage,
        undo: async () => {
          await saveOverOtherEdits({ place: saved, change: { parent_id, archived } })
          await refresh()
        },
      })
    },
    onSettled: refresh,
  })
}
