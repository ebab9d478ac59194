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

interface PendingMove extends PictureChange {
  readonly name: string
  readonly from: number
  readonly timer: ReturnType<typeof setTimeout>
}

/** Removes and reorders an item's pictures: shown at once, saved in sequence. */
export function usePictureChanges() {
  const { item: shownItem, refresh } = useItem()
  const offerHistoryUndo = useOfferHistoryUndo()
  const itemId = shownItem.id
  const queryClient = useQueryClient()
  const { queryKey } = inventoryQueries.item(itemId)
  const mutationKey = ['pictures', itemId]
  // The latest state from the server; the screen may be some changes ahead.
  const serverState = useRef<ServerState | null>(null)
  // A move that is shown but not saved yet.
  const pendingMove = useRef<PendingMove | null>(null)

  async function send(seen: ServerState, apply: PictureChange['apply']): Promise<void> {
    const pictures = [...apply(seen.pictures)]
    const { version } = await savePictures(itemId, pictures, seen.version)
    serverState.current = { pictures, version }
  }

  const save = useMutation({
    mutationKey,
    mutationFn: async ({ apply }: PictureChange) => {
      if (!serverState.current) return
      try {
        await send(serverState.current, apply)
      } catch (error) {
        const theirs = findConflict<EditConflict>(error)
        if (!theirs) throw error

        await send(theirs.current, apply)
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

    if (!pendingMove.current && queryClient.isMutating({ mutationKey }) === 0)
      serverState.current = item
    void queryClient.cancelQueries({ queryKey })
    const pictures = [...apply(item.pictures)]
    queryClient.setQueryData(queryKey, { ...item, pictures, picture: pictures[0] ?? null })
  }

  function applyAndSave(change: PictureChange): void {
    saveMove()
    show(change)
    save.mutate(change)
  }

  function saveMove(): void {
    const move = pendingMove.current
    if (!move) return

    clearTimeout(move.timer)
    save.mutate(move)
    pendingMove.current = null
  }
  const onLeave = useEffectEvent(saveMove)
  useEffect(() => {
    const leave = () => onLeave()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])

  const offerPictureUndo = (message: string, undo: PictureChange['apply']) =>
    offerUndo({
      id: 'pictures changed',
      message,
      undo: async () => applyAndSave({ apply: undo }),
    })
  const firstPictureMessage = 'This is the first picture now.'

  return {
    /** Returns the new index, or undefined if it is out of range. */
    move(name: string, to: (from: number) => number): number | undefined {
      // From the cache, because a second key press in one frame comes before the next render.
      const pictures = queryClient.getQueryData(queryKey)?.pictures ?? []
      const from = pictures.findIndex((picture) => picture.name === name)
      const index = to(from)
      if (from < 0 || index < 0 || index >= pictures.length) return undefined

      if (pendingMove.current?.name !== name) saveMove()
      const start = pendingMove.current?.from ?? from
      const message = index === 0 ? firstPictureMessage : 'Picture moved.'
      const move: PictureChange = {
        apply: (old) => movePicture(old, name, index),
        onSaved: () => offerPictureUndo(message, (old) => movePicture(old, name, start)),
      }
      show(move)
      clearTimeout(pendingMove.current?.timer)
      pendingMove.current = { ...move, name, from: start, timer: setTimeout(saveMove, debounceMs) }
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
      const pictures = queryClient.getQueryData(queryKey)?.pictures ?? []
      const arranged = arrangePictures(pictures, names)
      if (arranged.some((picture, index) => picture !== pictures[index]))
        applyAndSave({ apply: (old) => arrangePictures(old, names) })
    },

    offerUndoOfMove(name: string, index: number): void {
      offerPictureUndo(firstPictureMessage, (old) => movePicture(old, name, index))
    },

    offerUndoOfUpload(names: readonly string[]): void {
      const message =
        names.length === 1 ? 'Picture uploaded.' : `${names.length} pictures uploaded.`
      offerPictureUndo(message, (old) => old.filter(({ name }) => !names.includes(name)))
    },
  }
}

export type PictureChanges = ReturnType<typeof usePictureChanges>

function movePicture(pictures: Pictures, name: string, index: number): Pictures {
  const moved = pictures.filter((picture) => picture.name === name)
  return pictures.filter((picture) => picture.name !== name).toSpliced(index, 0, ...moved)
}

/** Reorders the named pictures among the positions that they have; others keep theirs. */
function arrangePictures(pictures: Pictures, names: readonly string[]): Pictures {
  const ordered = names.flatMap((name) => pictures.find((picture) => picture.name === name) ?? [])
  const remaining = ordered.values()
  return pictures.map((picture) =>
    names.includes(picture.name) ? (remaining.next().value ?? picture) : picture,
  )
}

/** Removes a picture unless someone has changed it since it was shown. */
function removeIfUnchanged(pictures: Pictures, removed: ItemPicture): Pictures {
  const current = pictures.find(({ name }) => name === removed.name)
  if (current && JSON.stringify(current) !== JSON.stringify(removed))
    throw new ApiError(
      409,
      'Someone else has just changed this picture. Please check it and try again.',
    )

  return pictures.filter((picture) => picture !== current)
}

export const savePictures = (itemId: number, pictures: readonly ItemPicture[], version: number) =>
  call('POST /inventory/save-pictures', {
    body: {
      itemId,
      version,
      pictures: pictures.map(({ fileName, width, height, ...saved }) => saved),
    },
  })
