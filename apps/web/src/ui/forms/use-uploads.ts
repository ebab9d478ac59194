import { useEffect, useRef, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { useRegisterUnsavedForm } from './unsaved.tsx'

export interface SendOptions {
  readonly signal: AbortSignal
  readonly onProgress: (fraction: number) => void
}

export interface Upload {
  readonly id: number
  readonly file: File
  readonly state: 'waiting' | 'sending' | 'failed'
  /** The fraction that has been sent, from 0 to 1. */
  readonly progress: number
  /** Why the upload failed. */
  readonly problem: string
}

interface UploadsOptions {
  readonly maxBytes: number
  /** How many files are sent in parallel. */
  readonly atOnce: number
  readonly send: (file: File, sending: SendOptions) => Promise<void>
  /** Called when an upload begins, and when the last one ends. */
  readonly onBusy?: ((busy: boolean) => void) | undefined
}

let nextUploadId = 0

/** A queue of uploads. A failed upload stays until it is retried or dismissed. */
export function useUploads({ maxBytes, atOnce, send, onBusy }: UploadsOptions) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const runningUploads = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const controllers = runningUploads.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const update = (id: number, change: Partial<Upload>) =>
    setUploads((old) => old.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))
  const remove = (id: number) => setUploads((old) => old.filter((upload) => upload.id !== id))

  async function start({ id, file }: Upload): Promise<void> {
    const controller = new AbortController()
    runningUploads.current.set(id, controller)
    update(id, { state: 'sending', progress: 0 })

    try {
      await send(file, {
        signal: controller.signal,
        onProgress: (progress) => update(id, { progress }),
      })
      remove(id)
    } catch (error) {
      if (controller.signal.aborted) remove(id)
      else update(id, { state: 'failed', problem: getServerMessage(error) })
    } finally {
      runningUploads.current.delete(id)
    }
  }

  // After every render, because an upload may have ended and left room for the next.
  useEffect(() => {
    const waitingUploads = uploads.filter(
      ({ id, state }) => state === 'waiting' && !runningUploads.current.has(id),
    )
    const freeSlots = Math.max(0, atOnce - runningUploads.current.size)
    for (const upload of waitingUploads.slice(0, freeSlots)) void start(upload)
  })

  const isBusy = uploads.some(({ state }) => state !== 'failed')
  useRegisterUnsavedForm(() => isBusy)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current !== isBusy) onBusy?.(isBusy)
    wasBusy.current = isBusy
  })

  const createInitialState = (file: File): Pick<Upload, 'state' | 'problem'> => {
    if (file.size <= maxBytes) return { state: 'waiting', problem: '' }

    const maxMegabytes = Math.floor(maxBytes / 1024 / 1024)
    return { state: 'failed', problem: `The file is too large: at most ${maxMegabytes} MB.` }
  }

  return {
    uploads,
    isBusy,
    add: (files: readonly File[]) =>
      setUploads((old) => [
        ...old,
        ...files.map((file) => ({
          id: nextUploadId++,
          file,
          progress: 0,
          ...createInitialState(file),
        })),
      ]),
    retry: ({ id, file }: Upload) => update(id, createInitialState(file)),
    /** Aborts a running upload; removes a waiting or failed one. */
    cancel({ id }: Upload) {
      const controller = runningUploads.current.get(id)
      if (controller) controller.abort()
      else remove(id)
    },
  }
}
