import { Button } from '@mantine/core'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { ErrorMessage } from '../feedback/message.tsx'
import styles from './file-upload.module.css'
import { useUnsaved } from './unsaved.tsx'

export interface Sending {
  readonly signal: AbortSignal
  readonly onProgress: (part: number) => void
}

interface FileUploadProps {
  readonly label: string
  readonly accept: string
  readonly maxBytes: number
  /** What a failure says before the server's reason. */
  readonly failure: ReactNode
  readonly send: (file: File, sending: Sending) => Promise<void>
  /** Told when a file goes on its way, and when it is there or was stopped. */
  readonly onBusy?: (busy: boolean) => void
  /** Whether a phone offers its camera. */
  readonly camera?: boolean
  /** Shown above the chooser, and takes dropped files as well; given the picture that is on its way. */
  readonly children?: (preview: string | null) => ReactNode
}

/** Uploads a file as soon as it is chosen or dropped, with progress and a way to stop; the button tries it again. */
export function FileUpload(props: FileUploadProps) {
  const { label, accept, maxBytes, failure, send, onBusy, camera = false, children } = props
  const input = useRef<HTMLInputElement>(null)
  const lens = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  useUnsaved(() => running.current !== null)

  const start = async (file: File | undefined) => {
    if (!file || running.current) return
    setProblem(null)
    if (file.size > maxBytes) {
      setProblem(`The file is too large: at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`)
      return
    }
    const control = new AbortController()
    running.current = control
    const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
    setPreview(picture)
    setProgress(0)
    onBusy?.(true)
    try {
      await send(file, { signal: control.signal, onProgress: setProgress })
      for (const { current } of [input, lens]) if (current) current.value = ''
    } catch (error) {
      if (!control.signal.aborted) setProblem(serverMessage(error))
    } finally {
      running.current = null
      setProgress(null)
      setPreview(null)
      if (picture) URL.revokeObjectURL(picture)
      onBusy?.(false)
    }
  }

  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void start(event.dataTransfer.files[0])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files on; the chooser does the same for the keyboard
    <div
      className={styles.upload}
      data-over={isOver || undefined}
      onDragOver={onDragOver}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
      onDrop={onDrop}
    >
      {children?.(preview)}
      <div className={`${styles.chooser} no-print`}>
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label={label}
          disabled={progress !== null}
          className={styles.input}
          onChange={(event) => void start(event.currentTarget.files?.[0])}
        />
        {camera && progress === null && (
          <>
            <input
              ref={lens}
              type="file"
              accept={accept}
              capture="environment"
              hidden
              onChange={(event) => void start(event.currentTarget.files?.[0])}
            />
            <Button variant="default" className={styles.camera ?? ''} onClick={() => lens.current?.click()}>
              Take photo
            </Button>
          </>
        )}
        {progress === null ? (
          <Button variant="default" onClick={() => void start(input.current?.files?.[0])}>
            Upload
          </Button>
        ) : (
          <Button variant="default" onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        )}
      </div>
      {progress !== null && (
        <div className={styles.progress}>
          <progress max={1} value={progress} aria-label={`${label}: progress`} className={styles.bar} />
          <span role="status" className={styles.state}>
            {progress < 1 ? `${Math.floor(progress * 100)} %` : 'Uploaded. The server is processing the file…'}
          </span>
        </div>
      )}
      {problem !== null && (
        <ErrorMessage>
          <strong className={styles.failure}>{failure}</strong> {problem}
        </ErrorMessage>
      )}
    </div>
  )
}
