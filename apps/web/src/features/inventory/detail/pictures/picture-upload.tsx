import { pictureLimits } from '@vitrine/contract'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { ErrorMessage } from '../../../../ui/feedback/message.tsx'
import { SecondaryButton, SmallButton } from '../../../../ui/forms/buttons.ts'
import shared from '../../../../ui/forms/file-upload.module.css'
import { FilePreview, useFileDrop } from '../../../../ui/forms/file-upload.tsx'
import { useUnsavedChanges } from '../../../../ui/forms/unsaved.tsx'
import { useKeepFocus } from '../../../../ui/forms/use-keep-focus.ts'
import { type SendOptions, useUploads } from '../../../../ui/forms/use-uploads.ts'
import { PicturePlaceholder } from './picture-strip.tsx'
import styles from './picture-upload.module.css'

interface PictureUploadProps {
  readonly send: (file: File, sending: SendOptions) => Promise<void>
  readonly place: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/** Chooses the item's picture, or takes a dropped one, and shows it until Upload sends it. */
export function PictureUpload({ send, place, children }: PictureUploadProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const { uploads, isBusy, add, retry, cancel } = useUploads({
    maxBytes: pictureLimits.bytes,
    atOnce: 1,
    send: async (file, sending) => {
      await send(file, sending)
      clear()
    },
  })
  const [upload] = uploads
  const [isCrowd, setCrowd] = useState(false)
  useUnsavedChanges(() => chosen !== null)
  useKeepFocus(`${isBusy} ${chosen?.name}`, button)

  const choose = (files: FileList | null) => {
    if (upload) cancel(upload)
    setCrowd(false)
    setChosen(files?.[0] ?? null)
  }
  function clear(): void {
    if (chooser.current) chooser.current.value = ''
    setChosen(null)
  }
  const onCancel = () => {
    if (upload) cancel(upload)
    if (!isBusy) clear()
  }
  const drop = useFileDrop((files) => {
    if (isBusy || !chooser.current || files.length === 0) return
    if (files.length > 1) return setCrowd(true)
    chooser.current.files = files
    choose(files)
  })
  const onUpload = () => {
    if (upload) retry(upload)
    else if (chosen) add([chosen])
  }

  return (
    <div ref={place} className={`column ${shared.upload}`} {...drop}>
      <div className={styles.frame}>
        {children}
        {chosen && (
          <div className={styles.chosen}>
            <FilePreview
              file={chosen}
              alt={`Preview of ${chosen.name}`}
              className={styles.preview}
              fallback={
                <PicturePlaceholder>This browser can’t show a preview of it.</PicturePlaceholder>
              }
            />
            <div className={`flex-middle ${styles.state}`}>
              <span className={`cut ${styles.name}`}>{chosen.name}</span>
              <span role="status">
                {!isBusy
                  ? 'Not uploaded yet'
                  : upload?.progress === 1
                    ? 'The server is processing it…'
                    : ''}
              </span>
              {isBusy && (
                <progress
                  max={1}
                  value={upload?.progress}
                  aria-label={`${chosen.name}: progress`}
                  className={styles.bar}
                />
              )}
              <SmallButton aria-label={`Cancel ${chosen.name}`} onClick={onCancel}>
                Cancel
              </SmallButton>
            </div>
          </div>
        )}
      </div>
      <div className={`flex-middle ${styles.chooser} no-print`}>
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          aria-label="Picture"
          disabled={isBusy}
          className={`quiet ${styles.input}`}
          onChange={({ currentTarget }) => choose(currentTarget.files)}
        />
        <SecondaryButton ref={button} disabled={isBusy} onClick={onUpload}>
          Upload
        </SecondaryButton>
      </div>
      {isCrowd && (
        <ErrorMessage>
          Please drop one picture here. Add pictures, below, takes several.
        </ErrorMessage>
      )}
      {upload?.state === 'failed' && (
        <ErrorMessage>
          <strong className={shared.failure}>Image Upload failed</strong> {upload.file.name}:{' '}
          {upload.problem}
        </ErrorMessage>
      )}
    </div>
  )
}
