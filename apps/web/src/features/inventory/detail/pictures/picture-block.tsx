import { UnstyledButton } from '@mantine/core'
import { IconPhotoOff, IconZoomIn } from '@tabler/icons-react'
import { type ItemDetail, isPublicByDefault, pictureKindNames, pictureKinds, pictureLimits } from '@vitrine/contract'
import { type CSSProperties, useRef, useState } from 'react'
import { FileUpload } from '../../../../ui/forms/file-upload.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { deferred } from '../../../../ui/layout/deferred.tsx'
import { pictureAddress } from './picture-address.ts'
import styles from './picture-block.module.css'
import { PictureStrip } from './picture-strip.tsx'
import { useAddedPictures } from './use-added-pictures.ts'
import { usePictureChanges } from './use-picture-changes.ts'

const PictureDialog = deferred(async () => (await import('./picture-dialog.tsx')).PictureDialog)
const AddedNotes = deferred(async () => (await import('./added-notes.tsx')).AddedNotes)

interface PictureBlockProps {
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
}

/** The first picture large, all of them in a strip below it, and the place where more are dropped. */
export function PictureBlock({ item, refresh }: PictureBlockProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const changes = usePictureChanges(item.id, refresh)
  const adding = useAddedPictures(item, refresh, changes)
  const hasNone = item.pictures.length === 0
  const block = useRef<HTMLElement>(null)
  const onClosed = () => {
    setOpened(null)
    // The dialog returns the focus to what opened it, which may be gone with its picture.
    if (document.activeElement === document.body) block.current?.querySelector('button')?.focus()
  }
  return (
    <section ref={block} aria-label="Pictures" className={styles.block}>
      <FileUpload
        label="Picture"
        accept="image/*"
        camera
        // The first of them becomes the one that visitors see first.
        atOnce={hasNone ? 1 : 2}
        maxBytes={pictureLimits.bytes}
        failure="Image Upload failed"
        send={adding.send}
        onBusy={adding.onBusy}
      >
        <Face item={item} onEnlarge={setOpened} />
        {!hasNone && <PictureStrip item={item} onMove={changes.move} onOpen={setOpened} />}
        <div className={`${styles.kind} no-print`}>
          <SelectField
            aria-label="New pictures are of the kind"
            size="xs"
            value={adding.kind}
            options={pictureKinds.map((kind) => [kind, `New pictures: ${pictureKindNames[kind]}`] as const)}
            onChange={(value) => adding.setKind(pictureKinds.find((kind) => kind === value) ?? 'view')}
          />
          {!isPublicByDefault(adding.kind) && 'Visitors won’t see them.'}
        </div>
      </FileUpload>
      {adding.notes.length > 0 && (
        <AddedNotes notes={adding.notes} pictures={item.pictures} onDismiss={adding.dismiss} />
      )}
      {opened !== null && (
        <PictureDialog
          item={item}
          name={opened}
          changes={changes}
          refresh={refresh}
          onShow={setOpened}
          onClosed={onClosed}
        />
      )}
    </section>
  )
}

interface FaceProps {
  readonly item: ItemDetail
  readonly onEnlarge: (name: string) => void
}

function Face({ item, onEnlarge }: FaceProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const { picture } = item
  if (!picture || failed === picture.name) {
    return (
      <div className={styles.nothing}>
        <IconPhotoOff size={40} stroke={1} aria-hidden="true" />
        {picture ? 'The picture could not be loaded.' : 'No picture yet.'}
      </div>
    )
  }
  return (
    <div className={styles.face} style={{ '--ratio': picture.width / picture.height } as CSSProperties}>
      <img
        src={pictureAddress(item.id, picture.name)}
        alt={item.name || item.identifier}
        width={picture.width}
        height={picture.height}
        className={styles.picture}
        onError={() => setFailed(picture.name)}
      />
      <UnstyledButton
        aria-label="Enlarge the picture"
        className={`${styles.enlarge} no-print`}
        onClick={() => onEnlarge(picture.name)}
      >
        <IconZoomIn size={20} stroke={1.5} aria-hidden="true" className={styles.lens} />
      </UnstyledButton>
    </div>
  )
}
