import { pictureLimits } from '@vitrine/contract'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { ErrorMessage } from '../../../../ui/feedback/message.tsx'
import { SecondaryButton, SmallButton } from '../../../../ui/forms/buttons.ts'
import { FilePreview } from '../../../../ui/forms/file-preview.tsx'
import shared from '../../../../ui/forms/file-upload.module.css'
import { useFileDrop } from '../../../../ui/forms/file-upload.tsx'
import { useRegisterUnsavedForm } from '../../../../ui/forms/unsaved.tsx'
import { useKeepFocus } from '../../../../ui/forms/use-keep-focus.ts'
import { type SendOptions, useUploads } from '../../../../ui/forms/use-uploads.ts'
import { PicturePlaceholder } from './picture-strip.tsx'
import styles from './picture-upload.module.css'

interface PictureUploadProps {
  readonly send: (file: File, options: SendOptions) => Promise<void>
  readonly frameRef: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/** Uploads one picture, chosen or dropped. Shows a preview until *Upload* is pressed. */
export function PictureUpload({ send, frameRef, children }: PictureUploadProps) {
  const fileInput = useRef<HTMLInputElement>(null)
  const uploadButton = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const { uploads, isBusy, add, retry, cancel } = useUploads({
    maxBytes: pictureLimits.bytes,
    atOnce: 1,
    send: async (file, options) => {
      await send(file, options)
      clear()
    },
  })
  const [upload] = uploads
  const [hasDroppedSeveral, setDroppedSeveral] = useState(false)
  useRegisterUnsavedForm(() => chosen !== null)
  useKeepFocus(`${isBusy} ${chosen?.name}`, uploadButton)

  const choose = (files: FileList | null) => {
    if (upload) cancel(upload)
    setDroppedSeveral(false)
    setChosen(files?.[0] ?? null)
  }
  function clear(): void {
    if (fileInput.current) fileInput.current.value = ''
    setChosen(null)
  }
  const onCancel = () => {
    if (upload) cancel(upload)
    if (!isBusy) clear()
  }
  const dropProps = useFileDrop((files) => {
    if (isBusy || !fileInput.current || files.length === 0) return
    if (files.length > 1) return setDroppedSeveral(true)
    fileInput.current.files = files
    choose(files)
  })
  const onUpload = () => {
    if (upload) retry(upload)
    else if (chosen) add([chosen])
  }

  const busyText = upload?.progress === 1 ? 'The server is processing it…' : ''
  return (
    <div ref={frameRef} className={`column ${shared.upload}`} {...dropProps}>
      <div className={styles.frame}>
        {children}
        {/* After a failure, the item's own picture is shown; *Upload* tries the chosen file again. */}
        {chosen && upload?.state !== 'failed' && (
          <div className={styles.chosen}>
            <FilePreview
              file={chosen}
              alt={`Preview of ${chosen.name}`}
              className={styles.preview}
              fallback={
                <PicturePlaceholder>This browser can’t preview this file.</PicturePlaceholder>
              }
            />
            <div className={`flex-middle ${styles.state}`}>
              <span className={`cut ${styles.name}`}>{chosen.name}</span>
              <span role="status">{isBusy ? busyText : 'Not uploaded yet'}</span>
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
          ref={fileInput}
          type="file"
          accept="image/*"
          aria-label="Picture"
          disabled={isBusy}
          className={`quiet ${styles.input}`}
          onChange={({ currentTarget }) => choose(currentTarget.files)}
        />
        <SecondaryButton ref={uploadButton} disabled={isBusy} onClick={onUpload}>
          Upload
        </SecondaryButton>
      </div>
      {hasDroppedSeveral && (
        <ErrorMessage>
          Please drop a single picture here. To add several, use ‘Add pictures’ below.
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
