import { CloseButton, UnstyledButton } from '@mantine/core'
import { IconZoomIn } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import {
  type ItemPicture,
  isPublicByDefault,
  type PictureKind,
  pictureKindNames,
  pictureKinds,
  pictureLimits,
} from '@vitrine/contract'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import type { OutputOf } from '../../../../client/address.ts'
import { uploadFile } from '../../../../client/upload.ts'
import { SelectField } from '../../../../ui/forms/fields.tsx'
import { FileUpload } from '../../../../ui/forms/file-upload.tsx'
import type { SendOptions } from '../../../../ui/forms/use-uploads.ts'
import { lazyWithFallback } from '../../../../ui/layout/lazy-with-fallback.tsx'
import { Picture } from '../../../../ui/lists/picture.tsx'
import { useItem } from '../item-context.ts'
import { jumpTargetProps, jumpToPart } from '../jump-bar.tsx'
import styles from './item-pictures.module.css'
import { PicturePlaceholder, PictureStrip, pictureAddress } from './picture-strip.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { type PictureChanges, usePictureChanges } from './use-picture-changes.ts'

const PictureDialog = lazyWithFallback(
  async () => (await import('./picture-dialog.tsx')).PictureDialog,
)

/** The picture of an item and how it gets another one; further down all of its pictures in a strip. */
export function ItemPictures({ children }: { readonly children: ReactNode }) {
  const { item } = useItem()
  const [opened, setOpened] = useState<string | null>(null)
  const changes = usePictureChanges()
  const adding = useAddedPictures(changes)
  const hasNone = item.pictures.length === 0
  const cover = useRef<HTMLDivElement>(null)
  const onClosed = () => {
    setOpened(null)
    // The dialog returns the focus to what opened it, which may be gone with its picture.
    if (document.activeElement === document.body) cover.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <PictureUpload place={cover} send={adding.sendFirst}>
        <Cover onEnlarge={setOpened} />
      </PictureUpload>
      {children}
      <div {...jumpTargetProps('Pictures')}>
        <section aria-label="Pictures" className={`column ${styles.strip}`}>
          <FileUpload
            label="Further pictures"
            button="Add pictures"
            accept="image/*"
            camera
            // The first of them becomes the one that visitors see first.
            atOnce={hasNone ? 1 : 2}
            maxBytes={pictureLimits.bytes}
            failure="Image Upload failed"
            send={adding.send}
            onBusy={adding.onBusy}
            beside={
              <SelectField
                aria-label="New pictures are of the kind"
                size="xs"
                value={adding.kind}
                options={pictureKinds.map(
                  (kind) => [kind, `New pictures: ${pictureKindNames[kind]}`] as const,
                )}
                onChange={(value) =>
                  adding.setKind(pictureKinds.find((kind) => kind === value) ?? 'view')
                }
              />
            }
          >
            {!hasNone && <PictureStrip onMove={changes.move} onOpen={setOpened} />}
          </FileUpload>
          {!isPublicByDefault(adding.kind) && <p className="hint">Visitors won’t see them.</p>}
          {adding.notes.length > 0 && (
            <AddedNotes notes={adding.notes} pictures={item.pictures} onDismiss={adding.dismiss} />
          )}
        </section>
      </div>
      {opened !== null && (
        <PictureDialog name={opened} changes={changes} onShow={setOpened} onClosed={onClosed} />
      )}
    </>
  )
}

function Cover({ onEnlarge }: { readonly onEnlarge: (name: string) => void }) {
  const { id, name, identifier, picture, pictures } = useItem().item
  if (!picture) return <PicturePlaceholder>No picture yet.</PicturePlaceholder>
  return (
    <>
      <Picture
        src={pictureAddress(id, picture.name)}
        alt={name || identifier}
        fallback={<PicturePlaceholder />}
      />
      <UnstyledButton
        aria-label="Enlarge the picture"
        className={`${styles.enlarge} no-print`}
        onClick={() => onEnlarge(picture.name)}
      >
        <IconZoomIn size={20} stroke={1.5} aria-hidden="true" className={styles.lens} />
      </UnstyledButton>
      {pictures.length > 1 && (
        <UnstyledButton className={`${styles.all} no-print`} onClick={() => jumpToPart('pictures')}>
          All pictures ({pictures.length})
        </UnstyledButton>
      )}
    </>
  )
}

interface AddedNotesProps {
  readonly notes: readonly UploadNote[]
  readonly pictures: readonly ItemPicture[]
  readonly onDismiss: (note: UploadNote) => void
}

const AddedNotes = ({ notes, pictures, onDismiss }: AddedNotesProps) => (
  <div role="status">
    <ul className={`plain-list ${styles.notes}`}>
      {notes.map((note) => (
        <li key={`${note.fileName} ${note.name}`} className={styles.note}>
          <span className={styles.text}>
            {note.result === 'duplicate' && (
              <>
                {note.fileName} is here already: it is picture{' '}
                {pictures.findIndex(({ name }) => name === note.name) + 1}.{' '}
              </>
            )}
            {note.alike.length > 0 && (
              <>
                {note.result === 'duplicate' ? 'It' : note.fileName} looks like a picture of{' '}
                {note.alike.map(({ itemId, identifier, name }, index) => (
                  <Fragment key={itemId}>
                    {index > 0 && ', '}
                    <Link to="/inventory-detail/$id" params={{ id: String(itemId) }}>
                      {identifier} {name}
                    </Link>
                  </Fragment>
                ))}
                .
              </>
            )}
          </span>
          <CloseButton
            size="sm"
            aria-label={`Dismiss the note about ${note.fileName}`}
            onClick={() => onDismiss(note)}
          />
        </li>
      ))}
    </ul>
  </div>
)

type Answer = OutputOf<'POST /inventory/add-picture'>

export interface UploadNote extends Pick<Answer, 'result' | 'alike'> {
  readonly fileName: string
  readonly name: string
}

/** Adds pictures to an item and remembers what was found out about them. */
function useAddedPictures({ arrange, offerToTakeBack, offerToMoveBack }: PictureChanges) {
  const { item, refresh } = useItem()
  const { id: itemId, pictures } = item
  const [kind, setKind] = useState<PictureKind>('view')
  const [notes, setNotes] = useState<readonly UploadNote[]>([])
  // By the number that each had when it was sent: a small one may arrive before a large one.
  const added = useRef(new Map<number, string>())
  const sent = useRef(0)

  async function receive(file: File, { result, alike, picture }: Answer): Promise<void> {
    if (result === 'duplicate' || alike.length > 0)
      setNotes((old) => [...old, { fileName: file.name, name: picture.name, result, alike }])
    // It is there, whether it can be shown now or not.
    await refresh().catch(() => undefined)
  }

  return {
    kind,
    setKind,
    notes,
    dismiss: (note: UploadNote) => setNotes((old) => old.filter((other) => other !== note)),

    async sendFirst(file: File, sending: SendOptions): Promise<void> {
      const input = { field: 'image', file, body: { itemId } } as const
      const answer = await uploadFile('POST /inventory/upload-image', input, sending)
      const { name } = answer.picture
      const from = pictures.findIndex((picture) => picture.name === name)
      await receive(file, answer)
      if (answer.result === 'added') offerToTakeBack([name])
      else if (from > 0) offerToMoveBack(name, from)
    },

    async send(file: File, sending: SendOptions): Promise<void> {
      const number = sent.current++
      const input = { field: 'image', file, body: { itemId, kind } } as const
      const answer = await uploadFile('POST /inventory/add-picture', input, sending)
      if (answer.result === 'added') added.current.set(number, answer.picture.name)
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
