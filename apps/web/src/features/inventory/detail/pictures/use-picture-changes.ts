import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EditConflict, ItemDetail, ItemPicture } from '@vitrine/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ApiError, findConflict } from '../../../../client/api-error.ts'
import { call } from '../../../../client/call.ts'
import { offerUndo, showFailure } from '../../../../ui/feedback/undo-toast.tsx'
import { inventoryQueries } from '../../inventory-queries.ts'
import { useItem, useOfferHistoryUndo } from '../item-context.ts'

type Pictures = readonly ItemPicture[]
type ServerState = Pick<ItemDetail, 'pictures' | 'version'>

interface PictureChange {
  /** Also applied to newer pictures after a conflict. */
  readonly apply: (pictures: Pictures) => Pictures
  readonly onSaved?: () => void
}

/** Moves of one picture in quick succession are saved as one. */
const debounceMs = 800

interface PictureMove extends PictureChange {
  readonly name: string
  /** Index before the first of the moves that are saved as one. */
  readonly firstIndex: number
}

/** A move that is shown but not saved yet. */
interface PendingMove extends PictureMove {
  readonly timer: ReturnType<typeof setTimeout>
}

/** Removes and reorders an item's pictures: shown at once, saved in sequence. */
export function usePictureChanges() {
  const itemId = useItem().item.id
  const offerHistoryUndo = useOfferHistoryUndo()
  const queryClient = useQueryClient()
  const { showMove, applyAndSave, getPendingMove } = useOptimisticPictures()
  // From the cache, because a second key press in one frame comes before the next render.
  const readPictures = (): Pictures =>
    queryClient.getQueryData(inventoryQueries.item(itemId).queryKey)?.pictures ?? []

  const offerPictureUndo = (message: string, undo: PictureChange['apply']) =>
    offerUndo({
      id: 'pictures changed',
      message,
      undo: async () => applyAndSave({ apply: undo }),
    })

  return {
    /** Returns the new index, or undefined if it is out of range. */
    move(name: string, to: (from: number) => number): number | undefined {
      const pictures = readPictures()
      const from = pictures.findIndex((picture) => picture.name === name)
      const index = to(from)
      if (from < 0 || index < 0 || index >= pictures.length) return undefined

      const pendingMove = getPendingMove()
      const firstIndex = pendingMove?.name === name ? pendingMove.firstIndex : from
      const message = index === 0 ? firstPictureMessage : 'Picture moved.'
      showMove({
        name,
        firstIndex,
        apply: (old) => movePicture(old, name, index),
        onSaved: () => offerPictureUndo(message, (old) => movePicture(old, name, firstIndex)),
      })
      return index
    },

    remove(picture: ItemPicture): void {
      applyAndSave({
        apply: (old) => removeIfUnchanged(old, picture),
        onSaved: () => offerHistoryUndo('pictures', 'Picture removed.'),
      })
    },

    /** Puts these pictures into this order. */
    arrange(names: readonly string[]): void {
      const pictures = readPictures()
      const arranged = arrangePictures(pictures, names)
      const hasOrderChanged = arranged.some((picture, index) => picture !== pictures[index])
      if (hasOrderChanged) applyAndSave({ apply: (old) => arrangePictures(old, names) })
    },

    offerUndoOfMove(name: string, previousIndex: number): void {
      offerPictureUndo(firstPictureMessage, (old) => movePicture(old, name, previousIndex))
    },

    offerUndoOfUpload(names: readonly string[]): void {
      const message =
        names.length === 1 ? 'Picture uploaded.' : `${names.length} pictures uploaded.`
      offerPictureUndo(message, (old) => old.filter(({ name }) => !names.includes(name)))
    },
  }
}

const firstPictureMessage = 'This is the first picture now.'

/** Shows changes before they are saved. Delays the save of a move, which others often follow. */
function useOptimisticPictures() {
  const { item: shownItem, refresh } = useItem()
  const queryClient = useQueryClient()
  const { queryKey } = inventoryQueries.item(shownItem.id)
  const mutationKey = ['pictures', shownItem.id]
  // The latest state from the server; the screen may be some changes ahead.
  const serverState = useRef<ServerState | null>(null)
  const pendingMove = useRef<PendingMove | null>(null)
  const hasNoPendingChanges = () =>
    !pendingMove.current && queryClient.isMutating({ mutationKey }) === 0

  async function send(seen: ServerState, apply: PictureChange['apply']): Promise<void> {
    const pictures = [...apply(seen.pictures)]
    const { version } = await savePictures(shownItem.id, pictures, seen.version)
    serverState.current = { pictures, version }
  }

  const save = useMutation({
    mutationKey,
    mutationFn: async ({ apply }: PictureChange) => {
      if (!serverState.current) return
      try {
        await send(serverState.current, apply)
      } catch (error) {
        const conflict = findConflict<EditConflict>(error)
        if (!conflict) throw error

        await send(conflict.current, apply)
      }
    },
    // The scope runs mutations in sequence.
    scope: { id: mutationKey.join(' ') },
    onSuccess: (_, { onSaved }) => onSaved?.(),
    onError: (error) => showFailure('Nothing was changed.', error),
    // While other changes are pending, the server's order would revert them on the screen.
    onSettled: () =>
      pendingMove.current || queryClient.isMutating({ mutationKey }) > 1 ? undefined : refresh(),
  })

  function show({ apply }: PictureChange): void {
    const item = queryClient.getQueryData(queryKey)
    if (!item) return

    if (hasNoPendingChanges()) serverState.current = item
    void queryClient.cancelQueries({ queryKey })
    const pictures = [...apply(item.pictures)]
    queryClient.setQueryData(queryKey, { ...item, pictures, picture: pictures[0] ?? null })
  }

  function savePendingMove(): void {
    const move = pendingMove.current
    if (!move) return

    clearTimeout(move.timer)
    save.mutate(move)
    pendingMove.current = null
  }
  useOnLeave(savePendingMove)

  return {
    getPendingMove: () => pendingMove.current,

    applyAndSave(change: PictureChange): void {
      savePendingMove()
      show(change)
      save.mutate(change)
    },

    /** Shows a move, and saves it unless the same picture is moved again soon. */
    showMove(move: PictureMove): void {
      if (pendingMove.current?.name !== move.name) savePendingMove()
      show(move)
      clearTimeout(pendingMove.current?.timer)
      pendingMove.current = { ...move, timer: setTimeout(savePendingMove, debounceMs) }
    },
  }
}

/** Calls `onLeave` when the component is unmounted or the browser leaves the page. */
function useOnLeave(onLeave: () => void): void {
  const handleLeave = useEffectEvent(onLeave)
  useEffect(() => {
    const leave = () => handleLeave()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

export type PictureChanges = ReturnType<typeof usePictureChanges>

function movePicture(pictures: Pictures, name: string, index: number): Pictures {
  const moved = pictures.filter((picture) => picture.name === name)
  return pictures.filter((picture) => picture.name !== name).toSpliced(index, 0, ...moved)
}

/** Reorders the named pictures among the positions that they have; others keep theirs. */
function arrangePictures(pictures: Pictures, names: readonly string[]): Pictures {
  const picturesByName = new Map(pictures.map((picture) => [picture.name, picture]))
  const remainingNames = names.filter((name) => picturesByName.has(name))

  return pictures.map((picture) => {
    if (!names.includes(picture.name)) return picture

    const nextName = remainingNames.shift() ?? picture.name
    return picturesByName.get(nextName) ?? picture
  })
}

/** Removes a picture unless someone has changed it since it was shown. */
function removeIfUnchanged(pictures: Pictures, removed: ItemPicture): Pictures {
  const currentPicture = pictures.find(({ name }) => name === removed.name)
  if (currentPicture && JSON.stringify(currentPicture) !== JSON.stringify(removed))
    throw new ApiError(
      409,
      'Someone else has just changed this picture. Please check it and try again.',
    )

  return pictures.filter((picture) => picture !== currentPicture)
}

/** Saves the pictures with what users can change; the server knows their files and sizes. */
export const savePictures = (itemId: number, pictures: readonly ItemPicture[], version: number) =>
  call('POST /inventory/save-pictures', {
    body: {
      itemId,
      version,
      pictures: pictures.map(({ fileName, width, height, ...saved }) => saved),
    },
  })
