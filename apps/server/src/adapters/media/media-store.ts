import type { Readable } from 'node:stream'

/** The store is unreachable, rejects us or is full. */
export class MediaStoreError extends Error {
  readonly problem: 'unreachable' | 'full'

  constructor(problem: MediaStoreError['problem'], message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

export interface StoredMedia {
  readonly size: number
  /** All of it, or the bytes from `start` to `end`, both included. */
  open(part?: { start: number; end: number }): Promise<Readable>
}

/** A file in the store. */
export interface ListedFile {
  /** Null for a file that Vitrine did not name. */
  readonly key: string | null
  readonly place: string
  readonly size: number
  readonly changedAt: Date
  /** Null where the file may belong to another program. */
  readonly remove: (() => Promise<void>) | null
}

/** Content-addressed storage: a key contains the hash of the content, so files never change. */
export interface MediaStore {
  /** Atomic and durable: the file is visible only once it is complete. */
  put(key: string, content: Uint8Array | { readonly file: string }): Promise<void>
  /** Idempotent; only for files that nothing refers to. */
  remove(key: string): Promise<void>
  find(key: string): Promise<StoredMedia | null>
  /** All files, in no order. `onError` gets what can't be read; without it, that is thrown. */
  list(onError?: (place: string, error: Error) => void): AsyncIterable<ListedFile>
  /** Fails with a `MediaStoreError` when nothing can be read or put at present. */
  ping(): Promise<void>
}

export interface MediaOptions {
  /** For requests; long jobs leave it out. */
  readonly timeoutMs?: number
  /** True for the server, which answers everything else while a bucket can't be reached. */
  readonly mayBeUnreachable?: boolean
}

const keyPattern = /^[0-9a-f]{64}\/[a-z0-9-]+(?:\.[a-z0-9]+)?$/

export const isMediaKey = (text: string): boolean => keyPattern.test(text)
