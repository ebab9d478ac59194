import { Button, Progress } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { ErrorMessage } from '../feedback/message.tsx'
import styles from './file-upload.module.css'
import { useUnsaved } from './unsaved.tsx'
import '@mantine/core/styles/Progress.layer.css'

export interface Sending {
  readonly signal: AbortSignal
  readonly onProgress: (part: number) => void
}

interface FileUploadProps {
  readonly label: string
  readonly accept: string
  readonly maxBytes: number
  /** What is told when it fails, before the server's reason. */
  readonly failure: ReactNode
  readonly send: (file: File, sending: Sending) => Promise<void>
  /** Told when a file goes on its way, and when it is there or was stopped. */
  readonly onBusy?: (busy: boolean) => void
}

/** A file chooser and its Upload button, with progress and a way to stop. */
export function FileUpload({ label, accept, maxBytes, failure, send, onBusy }: FileUploadProps) {
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  useUnsaved(() => running.current !== null)

  const start = async () => {
    const file = input.current?.files?.[0]
    if (!file || running.current) return
    setProblem(null)
    if (file.size > maxBytes) {
      setProblem(`The file is too large: at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`)
      return
    }
    const control = new AbortController()
    running.current = control
    setProgress(0)
    onBusy?.(true)
    try {
      await send(file, { signal: control.signal, onProgress: setProgress })
      if (input.current) input.current.value = ''
    } catch (error) {
      if (!control.signal.aborted) setProblem(serverMessage(error))
    } finally {
      running.current = null
      setProgress(null)
      onBusy?.(false)
    }
  }

  return (
    <div className={`${styles.upload} no-print`}>
      <div className={styles.chooser}>
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label={label}
          disabled={progress !== null}
          className={styles.input}
          onChange={() => setProblem(null)}
        />
        {progress === null ? (
          <Button variant="default" onClick={start}>
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
          <Progress.Root size="sm">
            <Progress.Section value={progress * 100} aria-label={`${label}: progress`} />
          </Progress.Root>
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
