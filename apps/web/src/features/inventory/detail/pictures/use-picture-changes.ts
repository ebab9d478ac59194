import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EditConflict, ItemDetail, ItemPicture } from '@vitrine/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ApiError, findConflict } from '../../../../client/api-error.ts'
import { call } from '../../../../client/call.ts'
import { offerUndo, showFailure } from '../../../../ui/feedback/undo-toast.tsx'
import { inventoryQueries } from '../../inventory-queries.ts'
import { useHistoryUndo, useItem } from '../item-context.ts'

type Pictures = readonly ItemPicture[]
type Known = Pick<ItemDetail, 'pictures' | 'version'>

interface PictureChange {
  /** Also applied to a newer state of them. */
  readonly apply: (pictures: Pictures) => Pictures
  readonly onSaved?: () => void
}

/** Steps of one picture this soon after one another are one move. */
const debounceMs = 800

interface Move extends PictureChange {
  readonly name: string
  readonly from: number
  readonly timer: ReturnType<typeof setTimeout>
}

/** Changes of which pictures an item has, and of their order: shown at once, saved one after the other. */
export function usePictureChanges() {
  const { item: shown, refresh } = useItem()
  const offerNewestUndo = useHistoryUndo()
  const itemId = shown.id
  const queries = useQueryClient()
  const { queryKey } = inventoryQueries.item(itemId)
  const mutationKey = ['pictures', itemId]
  // As the server has them. What is shown may be a change or two ahead.
  const known = useRef<Known | null>(null)
  // Shown, and saved once it goes no further.
  const going = useRef<Move | null>(null)

  async function send(seen: Known, apply: PictureChange['apply']): Promise<void> {
    const pictures = [...apply(seen.pictures)]
    const { version } = await savePictures(itemId, pictures, seen.version)
    known.current = { pictures, version }
  }

  const save = useMutation({
    mutationKey,
    mutationFn: async ({ apply }: PictureChange) => {
      if (!known.current) return
      try {
        await send(known.current, apply)
      } catch (error) {
        const theirs = findConflict<EditConflict>(error)
        if (!theirs) throw error
        await send(theirs.current, apply)
      }
    },
    // In sequence, in the order of the key presses.
    scope: { id: mutationKey.join(' ') },
    onSuccess: (_, { onSaved }) => onSaved?.(),
    onError: (error) => showFailure('Nothing was changed.', error),
    // While others are on their way, the server’s order would take them back on the screen.
    onSettled: () =>
      going.current || queries.isMutating({ mutationKey }) > 1 ? undefined : refresh(),
  })

  function show({ apply }: PictureChange): void {
    const item = queries.getQueryData(queryKey)
    if (!item) return
    if (!going.current && queries.isMutating({ mutationKey }) === 0) known.current = item
    void queries.cancelQueries({ queryKey })
    const pictures = [...apply(item.pictures)]
    queries.setQueryData(queryKey, { ...item, pictures, picture: pictures[0] ?? null })
  }

  function change(picturesChange: PictureChange): void {
    saveMove()
    show(picturesChange)
    save.mutate(picturesChange)
  }

  function saveMove(): void {
    const move = going.current
    if (!move) return
    clearTimeout(move.timer)
    save.mutate(move)
    going.current = null
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

  const offer = (message: string, undo: PictureChange['apply']) =>
    offerUndo({
      id: 'pictures changed',
      message,
      undo: async () => change({ apply: undo }),
    })
  const isFirstNow = 'This is the first picture now.'

  return {
    /** Tells the new place, counted from 0; undefined where there is none. */
    move(name: string, to: (from: number) => number): number | undefined {
      // As ordered by now, which a second key press within one frame has not seen drawn yet.
      const pictures = queries.getQueryData(queryKey)?.pictures ?? []
      const from = pictures.findIndex((picture) => picture.name === name)
      const place = to(from)
      if (from < 0 || place < 0 || place >= pictures.length) return undefined
      if (going.current?.name !== name) saveMove()
      const start = going.current?.from ?? from
      const message = place === 0 ? isFirstNow : 'Picture moved.'
      const move: PictureChange = {
        apply: (old) => placed(old, name, place),
        onSaved: () => offer(message, (old) => placed(old, name, start)),
      }
      show(move)
      clearTimeout(going.current?.timer)
      going.current = { ...move, name, from: start, timer: setTimeout(saveMove, debounceMs) }
      return place
    },

    remove(picture: ItemPicture): void {
      change({
        apply: (old) => withoutUnchanged(old, picture),
        onSaved: () => offerNewestUndo('pictures', 'Picture removed.'),
      })
    },

    arrange(names: readonly string[]): void {
      const pictures = queries.getQueryData(queryKey)?.pictures ?? []
      if (arranged(pictures, names).some((picture, index) => picture !== pictures[index]))
        change({ apply: (old) => arranged(old, names) })
    },

    offerToMoveBack(name: string, place: number): void {
      offer(isFirstNow, (old) => placed(old, name, place))
    },

    offerToTakeBack(names: readonly string[]): void {
      const message =
        names.length === 1 ? 'Picture uploaded.' : `${names.length} pictures uploaded.`
      offer(message, (old) => old.filter(({ name }) => !names.includes(name)))
    },
  }
}

export type PictureChanges = ReturnType<typeof usePictureChanges>

function placed(pictures: Pictures, name: string, place: number): Pictures {
  const moved = pictures.filter((picture) => picture.name === name)
  return pictures.filter((picture) => picture.name !== name).toSpliced(place, 0, ...moved)
}

/** These pictures in this order, in the places that they have among the others. */
function arranged(pictures: Pictures, names: readonly string[]): Pictures {
  const ordered = names.flatMap((name) => pictures.find((picture) => picture.name === name) ?? [])
  const left = ordered.values()
  return pictures.map((picture) =>
    names.includes(picture.name) ? (left.next().value ?? picture) : picture,
  )
}

/** A picture whose words have changed since is not removed unseen. */
function withoutUnchanged(pictures: Pictures, removed: ItemPicture): Pictures {
  const now = pictures.find(({ name }) => name === removed.name)
  if (now && JSON.stringify(now) !== JSON.stringify(removed))
    throw new ApiError(409, 'Somebody else has just changed this picture. Please look at it again.')
  return pictures.filter((picture) => picture !== now)
}

export const savePictures = (itemId: number, pictures: readonly ItemPicture[], version: number) =>
  call('POST /inventory/save-pictures', {
    body: {
      itemId,
      version,
      pictures: pictures.map(({ fileName, width, height, ...saved }) => saved),
    },
  })
