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
  const [chosenFile, setChosenFile] = useState<File | null>(null)
  const [hasDroppedSeveral, setDroppedSeveral] = useState(false)
  const {
    uploads: [upload],
    isBusy,
    add,
    retry,
    cancel,
  } = useUploads({
    maxBytes: pictureLimits.bytes,
    atOnce: 1,
    send: async (file, options) => {
      await send(file, options)
      clear()
    },
  })
  useRegisterUnsavedForm(() => chosenFile !== null)
  useKeepFocus(`${isBusy} ${chosenFile?.name}`, uploadButton)

  function choose(files: FileList | null): void {
    if (upload) cancel(upload)
    setDroppedSeveral(false)
    setChosenFile(files?.[0] ?? null)
  }

  function clear(): void {
    if (fileInput.current) fileInput.current.value = ''
    setChosenFile(null)
  }

  const dropProps = useFileDrop((files) => {
    if (isBusy || !fileInput.current || files.length === 0) return
    if (files.length > 1) return setDroppedSeveral(true)

    fileInput.current.files = files
    choose(files)
  })

  const startUpload = () => {
    if (upload) retry(upload)
    else if (chosenFile) add([chosenFile])
  }

  const cancelUpload = () => {
    if (upload) cancel(upload)
    if (!isBusy) clear()
  }

  return (
    <div ref={frameRef} className={`column ${shared.upload}`} {...dropProps}>
      <div className={styles.frame}>
        {children}
        {/* After a failure, the item's own picture is shown; *Upload* tries the chosen file again. */}
        {chosenFile && upload?.state !== 'failed' && (
          <ChosenPicture
            file={chosenFile}
            progress={upload && isBusy ? upload.progress : null}
            onCancel={cancelUpload}
          />
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
        <SecondaryButton ref={uploadButton} disabled={isBusy} onClick={startUpload}>
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

interface ChosenPictureProps {
  readonly file: File
  /** From 0 to 1 (sent whole); null unless the picture is being uploaded. */
  readonly progress: number | null
  readonly onCancel: () => void
}

/** Preview of a chosen picture, with the state of its upload. */
function ChosenPicture({ file, progress, onCancel }: ChosenPictureProps) {
  const isUploading = progress !== null
  const uploadText = progress === 1 ? 'The server is processing it…' : ''

  return (
    <div className={styles.chosen}>
      <FilePreview
        file={file}
        alt={`Preview of ${file.name}`}
        className={styles.preview}
        fallback={<PicturePlaceholder>This browser can’t preview this file.</PicturePlaceholder>}
      />
      <div className={`flex-middle ${styles.state}`}>
        <span className={`cut ${styles.name}`}>{file.name}</span>
        <span role="status">{isUploading ? uploadText : 'Not uploaded yet'}</span>
        {isUploading && (
          <progress
            max={1}
            value={progress}
            aria-label={`${file.name}: progress`}
            className={styles.bar}
          />
        )}
        <SmallButton aria-label={`Cancel ${file.name}`} onClick={onCancel}>
          Cancel
        </SmallButton>
      </div>
    </div>
  )
}
