import { useEffect, useRef, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { useUnsavedChanges } from './unsaved.tsx'

export interface SendOptions {
  readonly signal: AbortSignal
  readonly onProgress: (part: number) => void
}

export interface Upload {
  readonly id: number
  readonly file: File
  readonly state: 'waiting' | 'sending' | 'failed'
  readonly progress: number
  readonly problem: string
}

interface UploadsOptions {
  readonly maxBytes: number
  readonly atOnce: number
  readonly send: (file: File, sending: SendOptions) => Promise<void>
  /** Called when an upload begins, and when the last one ends. */
  readonly onBusy?: ((busy: boolean) => void) | undefined
}

let ids = 0

/** Files on their way, some at once and the others after them. One that fails stays until it is sent again or dismissed. */
export function useUploads({ maxBytes, atOnce, send, onBusy }: UploadsOptions) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const running = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const controls = running.current
    return () => {
      for (const control of controls.values()) control.abort()
    }
  }, [])

  const change = (id: number, part: Partial<Upload>) =>
    setUploads((old) => old.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)))
  const remove = (id: number) => setUploads((old) => old.filter((upload) => upload.id !== id))

  async function start({ id, file }: Upload): Promise<void> {
    const control = new AbortController()
    running.current.set(id, control)
    change(id, { state: 'sending', progress: 0 })
    try {
      await send(file, {
        signal: control.signal,
        onProgress: (progress) => change(id, { progress }),
      })
      remove(id)
    } catch (error) {
      if (control.signal.aborted) remove(id)
      else change(id, { state: 'failed', problem: serverMessage(error) })
    } finally {
      running.current.delete(id)
    }
  }
  useEffect(() => {
    const waiting = uploads.filter(
      ({ id, state }) => state === 'waiting' && !running.current.has(id),
    )
    for (const upload of waiting.slice(0, Math.max(0, atOnce - running.current.size)))
      void start(upload)
  })

  const isBusy = uploads.some(({ state }) => state !== 'failed')
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current !== isBusy) onBusy?.(isBusy)
    wasBusy.current = isBusy
  })
  useUnsavedChanges(() => isBusy)

  const tooLarge = `The file is too large: at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`
  const queued = (file: File): Pick<Upload, 'state' | 'problem'> =>
    file.size > maxBytes
      ? { state: 'failed', problem: tooLarge }
      : { state: 'waiting', problem: '' }

  return {
    uploads,
    isBusy,
    add: (files: readonly File[]) =>
      setUploads((old) => [
        ...old,
        ...files.map((file) => ({ id: ids++, file, progress: 0, ...queued(file) })),
      ]),
    retry: ({ id, file }: Upload) => change(id, queued(file)),
    /** Stops it, or forgets it where it is not on its way. */
    cancel({ id }: Upload) {
      const control = running.current.get(id)
      if (control) control.abort()
      else remove(id)
    },
  }
}
