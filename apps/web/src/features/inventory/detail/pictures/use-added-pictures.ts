import type { ItemDetail, PictureKind } from '@vitrine/contract'
import { useRef, useState } from 'react'
import type { OutputOf } from '../../../../client/address.ts'
import type { Sending } from '../../../../ui/forms/use-uploads.ts'
import type { PictureChanges } from './use-picture-changes.ts'

type Answer = OutputOf<'POST /inventory/add-picture'>

/** What there is to say of a picture that was added, or was not. */
export interface AddedNote extends Pick<Answer, 'told' | 'alike'> {
  readonly fileName: string
  readonly name: string
}

/** Adds pictures to an item and remembers what was found out about them. */
export function useAddedPictures(
  { id: itemId }: ItemDetail,
  refresh: () => Promise<void>,
  { arrange, offerToTakeBack }: PictureChanges,
) {
  const [kind, setKind] = useState<PictureKind>('view')
  const [notes, setNotes] = useState<readonly AddedNote[]>([])
  // By the number that each had when it was sent: a small one may arrive before a large one.
  const added = useRef(new Map<number, string>())
  const sent = useRef(0)
  return {
    /** What those show that are added from now on. */
    kind,
    setKind,
    notes,
    dismiss: (note: AddedNote) => setNotes((old) => old.filter((other) => other !== note)),

    async send(file: File, sending: Sending): Promise<void> {
      const number = sent.current++
      const { upload } = await import('../../../../client/upload.ts')
      const answer = await upload(
        'POST /inventory/add-picture',
        { field: 'image', file, body: { itemId, kind } },
        sending,
      )
      const { told, alike, picture } = answer
      if (told === 'added') added.current.set(number, picture.name)
      if (told === 'already' || alike.length > 0)
        setNotes((old) => [...old, { fileName: file.name, name: picture.name, told, alike }])
      // It is there, whether it can be shown now or not.
      await refresh().catch(() => undefined)
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
