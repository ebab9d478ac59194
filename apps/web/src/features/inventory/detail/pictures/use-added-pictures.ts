import type { PictureKind } from '@vitrine/contract'
import { useRef, useState } from 'react'
import type { OutputOf } from '../../../../client/address.ts'
import { upload } from '../../../../client/upload.ts'
import type { Sending } from '../../../../ui/forms/use-uploads.ts'
import { useItem } from '../item-context.ts'
import type { PictureChanges } from './use-picture-changes.ts'

type Answer = OutputOf<'POST /inventory/add-picture'>

export interface AddedNote extends Pick<Answer, 'told' | 'alike'> {
  readonly fileName: string
  readonly name: string
}

/** Adds pictures to an item and remembers what was found out about them. */
export function useAddedPictures({ arrange, offerToTakeBack, offerToMoveBack }: PictureChanges) {
  const { item, refresh } = useItem()
  const { id: itemId, pictures } = item
  const [kind, setKind] = useState<PictureKind>('view')
  const [notes, setNotes] = useState<readonly AddedNote[]>([])
  // By the number that each had when it was sent: a small one may arrive before a large one.
  const added = useRef(new Map<number, string>())
  const sent = useRef(0)

  async function receive(file: File, { told, alike, picture }: Answer): Promise<void> {
    if (told === 'already' || alike.length > 0)
      setNotes((old) => [...old, { fileName: file.name, name: picture.name, told, alike }])
    // It is there, whether it can be shown now or not.
    await refresh().catch(() => undefined)
  }

  return {
    kind,
    setKind,
    notes,
    dismiss: (note: AddedNote) => setNotes((old) => old.filter((other) => other !== note)),

    async sendFirst(file: File, sending: Sending): Promise<void> {
      const input = { field: 'image', file, body: { itemId } } as const
      const answer = await upload('POST /inventory/upload-image', input, sending)
      const { name } = answer.picture
      const from = pictures.findIndex((picture) => picture.name === name)
      await receive(file, answer)
      if (answer.told === 'added') offerToTakeBack([name])
      else if (from > 0) offerToMoveBack(name, from)
    },

    async send(file: File, sending: Sending): Promise<void> {
      const number = sent.current++
      const input = { field: 'image', file, body: { itemId, kind } } as const
      const answer = await upload('POST /inventory/add-picture', input, sending)
      if (answer.told === 'added') added.current.set(number, answer.picture.name)
      await receive(file, answer)
    },

    /** Once all are there, they are in the order in which they were dropped, and can be taken back together. */
    onBusy(busy: boolean): void {
      if (busy || added.current.size === 0) return
      const names = [...added.current].sort(([a], [b]) => a - b).map(([, name]) => name)
      added.current.clear()
      arrange(names)
      offerToTakeBack(names)
    },
  }
}
