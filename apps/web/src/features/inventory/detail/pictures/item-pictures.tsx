import { UnstyledButton } from '@mantine/core'
import { IconZoomIn } from '@tabler/icons-react'
import { isPublicByDefault, pictureKindNames, pictureKinds, pictureLimits } from '@vitrine/contract'
import { type ReactNode, useRef, useState } from 'react'
import { FileUpload } from '../../../../ui/forms/file-upload.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { deferred } from '../../../../ui/layout/deferred.tsx'
import { Picture } from '../../../../ui/lists/picture.tsx'
import { useItem } from '../item-context.ts'
import { jumpTarget, jumpTo } from '../jump-bar.tsx'
import { FailedPicture, pictureAddress } from './failed-picture.tsx'
import styles from './item-pictures.module.css'
import { PictureStrip } from './picture-strip.tsx'
import { PictureUpload } from './picture-upload.tsx'
import { useAddedPictures } from './use-added-pictures.ts'
import { usePictureChanges } from './use-picture-changes.ts'

const PictureDialog = deferred(async () => (await import('./picture-dialog.tsx')).PictureDialog)
const AddedNotes = deferred(async () => (await import('./added-notes.tsx')).AddedNotes)

/** The picture of an item and how it gets another one; further down all of its pictures in a strip. */
export function ItemPictures({ children }: { readonly children: ReactNode }) {
  const { item } = useItem()
  const [opened, setOpened] = useState<string | null>(null)
  const changes = usePictureChanges()
  const adding = useAddedPictures(changes)
  const hasNone = item.pictures.length === 0
  const face = useRef<HTMLDivElement>(null)
  const onClosed = () => {
    setOpened(null)
    // The dialog returns the focus to what opened it, which may be gone with its picture.
    if (document.activeElement === document.body) face.current?.querySelector('button')?.focus()
  }
  return (
    <>
      <PictureUpload place={face} send={adding.sendFirst}>
        <Face onEnlarge={setOpened} />
      </PictureUpload>
      {children}
      <div {...jumpTarget('Pictures')}>
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
                options={pictureKinds.map((kind) => [kind, `New pictures: ${pictureKindNames[kind]}`] as const)}
                onChange={(value) => adding.setKind(pictureKinds.find((kind) => kind === value) ?? 'view')}
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
      {opened !== null && <PictureDialog name={opened} changes={changes} onShow={setOpened} onClosed={onClosed} />}
    </>
  )
}

function Face({ onEnlarge }: { readonly onEnlarge: (name: string) => void }) {
  const { id, name, identifier, picture, pictures } = useItem().item
  if (!picture) return <FailedPicture>No picture yet.</FailedPicture>
  return (
    <>
      <Picture src={pictureAddress(id, picture.name)} alt={name || identifier} fallback={<FailedPicture />} />
      <UnstyledButton
        aria-label="Enlarge the picture"
        className={`${styles.enlarge} no-print`}
        onClick={() => onEnlarge(picture.name)}
      >
        <IconZoomIn size={20} stroke={1.5} aria-hidden="true" className={styles.lens} />
      </UnstyledButton>
      <UnstyledButton className={`${styles.all} no-print`} onClick={() => jumpTo('pictures')}>
        All pictures ({pictures.length})
      </UnstyledButton>
    </>
  )
}
