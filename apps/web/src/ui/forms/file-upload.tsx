import { VisuallyHidden } from '@mantine/core'
import {
  type ChangeEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { lazyWithPreload } from '../layout/lazy-with-preload.tsx'
import { SecondaryButton } from './buttons.ts'
import styles from './file-upload.module.css'
import { useKeepFocus } from './use-keep-focus.ts'
import { type SendOptions, useUploads } from './use-uploads.ts'

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
  const fileInput = useRef<HTMLInputElement>(null)
  const cameraInput = useRef<HTMLInputElement>(null)
  const multiple = atOnce !== undefined
  useEffect(preloadUploadList, [])
  const { uploads, isBusy, add, retry, cancel } = useUploads({
    maxBytes,
    atOnce: atOnce ?? 1,
    send,
    onBusy,
  })
  const isDisabled = isBusy && !multiple
  const failed = uploads.filter(({ state }) => state === 'failed')
  const pendingCount = uploads.length - failed.length
  // A pressed button disappears with its file, so the focus moves to the choose button.
  const [presses, setPresses] = useState(0)
  useKeepFocus(String(presses), chooseButton)
  const keepFocus = (act: () => void) => {
    act()
    setPresses(presses + 1)
  }

  const start = (files: FileList | null) => {
    if (isDisabled || !files?.length) return

    // A new file replaces one that failed.
    if (!multiple) failed.forEach(cancel)
    add(multiple ? [...files] : [...files].slice(0, 1))
  }
  const dropProps = useFileDrop(start)
  const onChange = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    start(input.files)
    // Lets the same file be chosen again.
    input.value = ''
  }

  return (
    <div className={`column ${styles.upload}`} {...dropProps}>
      {children}
      <div className="row no-print">
        <input
          ref={fileInput}
          type="file"
          accept={accept}
          aria-label={label}
          multiple={multiple}
          hidden
          onChange={onChange}
        />
        <SecondaryButton
          ref={chooseButton}
          disabled={isDisabled}
          onClick={() => fileInput.current?.click()}
        >
          {buttonLabel}
        </SecondaryButton>
        {camera && (
          <>
            <input
              ref={cameraInput}
              type="file"
              accept={accept}
              capture="environment"
              hidden
              onChange={onChange}
            />
            <SecondaryButton
              className={styles.camera ?? ''}
              onClick={() => cameraInput.current?.click()}
            >
              Take photo
            </SecondaryButton>
          </>
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
          onRetry={(upload) => keepFocus(() => retry(upload))}
          onCancel={(upload) => keepFocus(() => cancel(upload))}
        />
      )}
    </div>
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
