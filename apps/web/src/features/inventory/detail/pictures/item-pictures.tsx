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
import { useOpening } from '../../../../ui/feedback/use-opening.ts'
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

/** The item's cover with its upload, and below `children` the strip of all pictures. */
export function ItemPictures({ children }: { readonly children: ReactNode }) {
  const { opening, open, change, unmount } = useOpening<string>()
  const changes = usePictureChanges()
  const uploads = usePictureUploads(changes)
  const coverRef = useRef<HTMLDivElement>(null)

  const onClosed = (key: number) => {
    unmount(key)
    // The dialog returns the focus to its opener, which may have been removed with its picture.
    if (document.activeElement === document.body) coverRef.current?.querySelector('button')?.focus()
  }

  return (
    <>
      <PictureUpload frameRef={coverRef} send={uploads.sendCover}>
        <Cover onEnlarge={open} />
      </PictureUpload>
      {children}
      <div {...jumpTargetProps('Pictures')}>
        <AllPictures uploads={uploads} onMove={changes.move} onOpen={open} />
      </div>
      {opening && (
        <PictureDialog
          key={opening.key}
          name={opening.subject}
          changes={changes}
          onShow={change}
          onClosed={() => onClosed(opening.key)}
        />
      )}
    </>
  )
}

interface AllPicturesProps {
  readonly uploads: ReturnType<typeof usePictureUploads>
  readonly onMove: PictureChanges['move']
  readonly onOpen: (name: string) => void
}

/** The strip of all pictures, with the upload of further pictures. */
function AllPictures({ uploads, onMove, onOpen }: AllPicturesProps) {
  const { pictures } = useItem().item
  const hasPictures = pictures.length > 0

  return (
    <section aria-label="Pictures" className={`column ${styles.strip}`}>
      <FileUpload
        label="Further pictures"
        buttonLabel="Add pictures"
        accept="image/*"
        camera
        // Without pictures, one upload at a time: the first picture becomes the cover.
        atOnce={hasPictures ? 2 : 1}
        maxBytes={pictureLimits.bytes}
        failure="Image Upload failed"
        send={uploads.send}
        onBusy={uploads.onBusy}
        besideButtons={
          <SelectField
            aria-label="New pictures are of the kind"
            size="xs"
            value={uploads.kind}
            options={pictureKinds.map(
              (kind) => [kind, `New pictures: ${pictureKindNames[kind]}`] as const,
            )}
            onChange={(value) =>
              uploads.setKind(pictureKinds.find((kind) => kind === value) ?? 'view')
            }
          />
        }
      >
        {hasPictures && <PictureStrip onMove={onMove} onOpen={onOpen} />}
      </FileUpload>
      {!isPublicByDefault(uploads.kind) && <p className="hint">Visitors won’t see them.</p>}
      {uploads.notes.length > 0 && (
        <UploadNotes notes={uploads.notes} pictures={pictures} onDismiss={uploads.dismiss} />
      )}
    </section>
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

interface UploadNotesProps {
  readonly notes: readonly UploadNote[]
  readonly pictures: readonly ItemPicture[]
  readonly onDismiss: (note: UploadNote) => void
}

const UploadNotes = ({ notes, pictures, onDismiss }: UploadNotesProps) => (
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

type UploadAnswer = OutputOf<'POST /inventory/add-picture'>

/** A note that an uploaded picture is here already, or looks like one of another item. */
export interface UploadNote extends Pick<UploadAnswer, 'result' | 'alike'> {
  readonly fileName: string
  /** Name of the stored picture. */
  readonly name: string
}

/** Uploads pictures, and collects notes about duplicates and similar pictures. */
function usePictureUploads({ arrange, offerUndoOfUpload, offerUndoOfMove }: PictureChanges) {
  const { item, refresh } = useItem()
  const { id: itemId, pictures } = item
  const [kind, setKind] = useState<PictureKind>('view')
  const [notes, setNotes] = useState<readonly UploadNote[]>([])
  // By the order of sending, because a small file may arrive before a large one.
  const addedNamesByIndex = useRef(new Map<number, string>())
  const sentCount = useRef(0)

  async function handleAnswer(file: File, { result, alike, picture }: UploadAnswer): Promise<void> {
    if (result === 'duplicate' || alike.length > 0)
      setNotes((old) => [...old, { fileName: file.name, name: picture.name, result, alike }])
    // The upload has succeeded even if the item can't be fetched now.
    await refresh().catch(() => undefined)
  }

  return {
    kind,
    setKind,
    notes,
    dismiss: (note: UploadNote) => setNotes((old) => old.filter((other) => other !== note)),

    async sendCover(file: File, options: SendOptions): Promise<void> {
      const input = { field: 'image', file, body: { itemId } } as const
      const answer = await uploadFile('POST /inventory/upload-image', input, options)
      const { name } = answer.picture
      // A duplicate becomes the cover by moving to the front.
      const previousIndex = pictures.findIndex((picture) => picture.name === name)
      await handleAnswer(file, answer)
      if (answer.result === 'added') offerUndoOfUpload([name])
      else if (previousIndex > 0) offerUndoOfMove(name, previousIndex)
    },

    async send(file: File, options: SendOptions): Promise<void> {
      const uploadIndex = sentCount.current++
      const input = { field: 'image', file, body: { itemId, kind } } as const
      const answer = await uploadFile('POST /inventory/add-picture', input, options)
      if (answer.result === 'added') addedNamesByIndex.current.set(uploadIndex, answer.picture.name)
      await handleAnswer(file, answer)
    },

    /** After the last upload, orders the new pictures as they were dropped, and offers one undo. */
    onBusy(isBusy: boolean): void {
      if (isBusy || addedNamesByIndex.current.size === 0) return

      const names = [...addedNamesByIndex.current]
        .sort(([indexA], [indexB]) => indexA - indexB)
        .map(([, name]) => name)
      addedNamesByIndex.current.clear()
      arrange(names)
      offerUndoOfUpload(names)
    },
  }
}
