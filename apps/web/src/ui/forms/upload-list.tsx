import { ErrorMessage } from '../feedback/message.tsx'
import { SmallButton } from './buttons.ts'
import { FilePreview } from './file-preview.tsx'
import styles from './file-upload.module.css'
import type { Upload } from './use-uploads.ts'

/** Of further waiting files, only the number is shown. */
const maxShownWaiting = 10

interface UploadListProps {
  readonly uploads: readonly Upload[]
  readonly maxBytes: number
  /** Precedes the file name and the reason in an error message. */
  readonly failure: string
  readonly onRetry: (upload: Upload) => void
  readonly onCancel: (upload: Upload) => void
}

/** The files being uploaded, with progress, and those that failed. */
export function UploadList({ uploads, maxBytes, failure, onRetry, onCancel }: UploadListProps) {
  const waitingUploads = uploads.filter(({ state }) => state === 'waiting')
  const hiddenUploads = new Set(waitingUploads.slice(maxShownWaiting))
  return (
    <>
      <ul aria-label="Files being uploaded" className={`plain-list ${styles.files}`}>
        {uploads
          .filter((upload) => !hiddenUploads.has(upload))
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
      {hiddenUploads.size > 0 && (
        <span className="quiet tabular">{hiddenUploads.size} more are waiting</span>
      )}
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
