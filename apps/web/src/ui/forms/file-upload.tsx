import { VisuallyHidden } from '@mantine/core'
import { type DragEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { lazyWithPreload } from '../layout/lazy-with-preload.tsx'
import { SecondaryButton } from './buttons.ts'
import styles from './file-upload.module.css'
import { useKeepFocus } from './use-keep-focus.ts'
import { type SendOptions, type Upload, useUploads } from './use-uploads.ts'

// Preloaded, because an upload that fails without a network must be explained.
const [UploadList, preloadUploadList] = lazyWithPreload(
  async () => (await import('./upload-list.tsx')).UploadList,
)

interface FileUploadProps {
  readonly label: string
  readonly buttonLabel: string
  readonly accept: string
  readonly maxBytes: number
  /** Precedes the file name and the server's reason in an error message. */
  readonly failure: string
  readonly send: (file: File, sending: SendOptions) => Promise<void>
  /** How many files are sent at once. Without it, only one file at a time can be chosen. */
  readonly atOnce?: number
  /** Called when an upload begins, and when the last one ends. */
  readonly onBusy?: (busy: boolean) => void
  /** Whether to offer the camera of a phone. */
  readonly camera?: boolean
  readonly children?: ReactNode
  readonly besideButtons?: ReactNode
}

/** Uploads files as soon as they are chosen or dropped; each can be cancelled and retried. */
export function FileUpload(props: FileUploadProps) {
  const {
    label,
    buttonLabel,
    accept,
    maxBytes,
    failure,
    send,
    atOnce,
    onBusy,
    camera = false,
    children,
    besideButtons,
  } = props
  const chooseButton = useRef<HTMLButtonElement>(null)
  const multiple = atOnce !== undefined
  useEffect(preloadUploadList, [])
  const { uploads, isBusy, add, retry, cancel } = useUploads({
    maxBytes,
    atOnce: atOnce ?? 1,
    send,
    onBusy,
  })
  const isDisabled = isBusy && !multiple
  const failedUploads = uploads.filter(({ state }) => state === 'failed')
  const pendingCount = uploads.length - failedUploads.length

  // A pressed button disappears with its file, so the focus moves to the choose button.
  const [pressCount, setPressCount] = useState(0)
  useKeepFocus(String(pressCount), chooseButton)
  const withFocusKept = (act: (upload: Upload) => void) => (upload: Upload) => {
    act(upload)
    setPressCount(pressCount + 1)
  }

  const startUploads = (files: FileList | null) => {
    if (isDisabled || !files?.length) return

    // Where only one file is sent, a new one replaces one that failed.
    if (!multiple) failedUploads.forEach(cancel)
    add(multiple ? [...files] : [...files].slice(0, 1))
  }
  const dropProps = useFileDrop(startUploads)

  return (
    <div className={`column ${styles.upload}`} {...dropProps}>
      {children}
      <div className="row no-print">
        <FileButton
          label={label}
          accept={accept}
          multiple={multiple}
          disabled={isDisabled}
          button={chooseButton}
          onChoose={startUploads}
        >
          {buttonLabel}
        </FileButton>
        {camera && (
          <FileButton
            accept={accept}
            capture="environment"
            className={styles.camera ?? ''}
            onChoose={startUploads}
          >
            Take photo
          </FileButton>
        )}
        <span className={`quiet ${styles.or}`}>or drop {multiple ? 'files' : 'a file'} here</span>
        {besideButtons}
      </div>
      <VisuallyHidden role="status">
        {pendingCount > 0 &&
          `Uploading ${pendingCount === 1 ? '1 file' : `${pendingCount} files`} …`}
      </VisuallyHidden>
      {uploads.length > 0 && (
        <UploadList
          uploads={uploads}
          maxBytes={maxBytes}
          failure={failure}
          onRetry={withFocusKept(retry)}
          onCancel={withFocusKept(cancel)}
        />
      )}
    </div>
  )
}

interface FileButtonProps {
  readonly label?: string
  readonly accept: string
  readonly multiple?: boolean
  /** Opens the camera of a phone instead of its files. */
  readonly capture?: 'environment'
  readonly disabled?: boolean
  readonly button?: RefObject<HTMLButtonElement | null>
  readonly className?: string
  readonly onChoose: (files: FileList | null) => void
  readonly children: ReactNode
}

/** A button that opens the browser's dialog for files. */
function FileButton(props: FileButtonProps) {
  const { label, button, disabled = false, className = '', onChoose, children, ...input } = props
  const fileInput = useRef<HTMLInputElement>(null)

  return (
    <>
      <input
        ref={fileInput}
        type="file"
        aria-label={label}
        hidden
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.files)
          // Lets the same file be chosen again.
          currentTarget.value = ''
        }}
        {...input}
      />
      <SecondaryButton
        ref={button}
        className={className}
        disabled={disabled}
        onClick={() => fileInput.current?.click()}
      >
        {children}
      </SecondaryButton>
    </>
  )
}

/** Props that let an element accept dropped files. */
export function useFileDrop(onFiles: (files: FileList) => void) {
  const [isOver, setOver] = useState(false)
  return {
    'data-over': isOver || undefined,
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      onFiles(event.dataTransfer.files)
    },
  }
}
