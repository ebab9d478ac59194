import { VisuallyHidden } from '@mantine/core'
import {
  type ChangeEvent,
  type DragEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { ErrorMessage } from '../feedback/message.tsx'
import { Picture } from '../lists/picture.tsx'
import { SecondaryButton, SmallButton } from './buttons.ts'
import styles from './file-upload.module.css'
import { useKeepFocus } from './use-keep-focus.ts'
import { type SendOptions, type Upload, useUploads } from './use-uploads.ts'

/** Of further waiting files, only the number is shown. */
const maxShownWaiting = 10

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
      <UploadList
        uploads={uploads}
        maxBytes={maxBytes}
        failure={failure}
        onRetry={(upload) => keepFocus(() => retry(upload))}
        onCancel={(upload) => keepFocus(() => cancel(upload))}
      />
    </div>
  )
}

interface UploadListProps {
  readonly uploads: readonly Upload[]
  readonly maxBytes: number
  readonly failure: string
  readonly onRetry: (upload: Upload) => void
  readonly onCancel: (upload: Upload) => void
}

function UploadList({ uploads, maxBytes, failure, onRetry, onCancel }: UploadListProps) {
  const waiting = uploads.filter(({ state }) => state === 'waiting')
  const hidden = new Set(waiting.slice(maxShownWaiting))
  if (uploads.length === 0) return null

  return (
    <>
      <ul aria-label="Files being uploaded" className={`plain-list ${styles.files}`}>
        {uploads
          .filter((upload) => !hidden.has(upload))
          .map((upload) => (
            <li key={upload.id} className={`flex-middle ${styles.file}`}>
              {upload.state === 'failed' ? (
                <FailedUpload
                  upload={upload}
                  failure={failure}
                  onRetry={upload.file.size > maxBytes ? undefined : () => onRetry(upload)}
                  onDismiss={() => onCancel(upload)}
                />
              ) : (
                <PendingUpload upload={upload} onCancel={() => onCancel(upload)} />
              )}
            </li>
          ))}
      </ul>
      {hidden.size > 0 && <span className="quiet tabular">{hidden.size} more are waiting</span>}
    </>
  )
}

function PendingUpload({
  upload,
  onCancel,
}: {
  readonly upload: Upload
  readonly onCancel: () => void
}) {
  const { file, state, progress } = upload
  const percent = `${Math.floor(progress * 100)} %`
  const sendingText = progress < 1 ? percent : 'Uploaded. The server is processing the file…'
  return (
    <>
      {state === 'sending' && file.type.startsWith('image/') && (
        <FilePreview file={file} alt="Uploading" className={styles.preview} />
      )}
      <div className={styles.progress}>
        <span className={`cut ${styles.name}`}>{file.name}</span>
        {state === 'sending' && (
          <progress
            max={1}
            value={progress}
            aria-label={`${file.name}: progress`}
            className={styles.bar}
          />
        )}
        <span className="quiet tabular">{state === 'waiting' ? 'Waiting' : sendingText}</span>
      </div>
      <SmallButton aria-label={`Cancel ${file.name}`} onClick={onCancel}>
        Cancel
      </SmallButton>
    </>
  )
}

interface FailedUploadProps {
  readonly upload: Upload
  readonly failure: string
  /** Undefined if a retry would fail again. */
  readonly onRetry: (() => void) | undefined
  readonly onDismiss: () => void
}

function FailedUpload(props: FailedUploadProps) {
  const { upload, failure, onRetry, onDismiss } = props
  const { file, problem } = upload
  return (
    <div className={styles.problem}>
      <ErrorMessage>
        <strong className={styles.failure}>{failure}</strong> {file.name}: {problem}
      </ErrorMessage>
      <div className={`flex-wrap ${styles.ways}`}>
        {onRetry && (
          <SmallButton aria-label={`Try again: ${file.name}`} onClick={onRetry}>
            Try again
          </SmallButton>
        )}
        <SmallButton aria-label={`Dismiss ${file.name}`} onClick={onDismiss}>
          Dismiss
        </SmallButton>
      </div>
    </div>
  )
}

interface FilePreviewProps {
  readonly file: File
  readonly alt: string
  readonly className: string | undefined
  /** Shown if the browser can't display the format. */
  readonly fallback?: ReactNode
}

export function FilePreview({ file, alt, className, fallback = null }: FilePreviewProps) {
  const [source, setSource] = useState<string>()
  useEffect(() => {
    const address = URL.createObjectURL(file)
    setSource(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return source && <Picture src={source} alt={alt} className={className} fallback={fallback} />
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
