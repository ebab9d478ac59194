import type { Readable } from 'node:stream'

/** The store is unreachable, rejects our account, or is full. */
export class MediaStoreError extends Error {
  readonly problem: 'unreachable' | 'full'

  constructor(problem: MediaStoreError['problem'], message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

export interface StoredMedia {
  readonly size: number
  /** Opens all of it, or the bytes from `start` to `end`, both inclusive. */
  open(part?: { start: number; end: number }): Promise<Readable>
}

/** A file in the store. */
export interface ListedMediaFile {
  /** Null for a file that Vitrine did not name. */
  readonly key: string | null
  /** Path in the folder or bucket. */
  readonly path: string
  readonly size: number
  readonly changedAt: Date
  /** Null if the file may belong to another program. */
  readonly remove: (() => Promise<void>) | null
}

/** Content-addressed storage: a key contains the hash of the content, so files never change. */
export interface MediaStore {
  /** Atomic and durable: the file is visible only once it is complete. */
  put(key: string, content: Uint8Array | { readonly file: string }): Promise<void>
  /** Removes a file to which nothing refers. Idempotent. */
  remove(key: string): Promise<void>
  find(key: string): Promise<StoredMedia | null>
  /**
   * Lists all files, unordered. Calls `onError` for what can't be read, and goes on if possible;
   * without it, throws the error.
   */
  list(onError?: (where: string, error: Error) => void): AsyncIterable<ListedMediaFile>
  /** Fails with a `MediaStoreError` if nothing can be read or written at present. */
  ping(): Promise<void>
}

/** How to reach a bucket; without effect on a folder. */
export interface MediaConnectionOptions {
  /** Timeout for requests; omitted by long jobs. */
  readonly timeoutMs?: number
  /** True for the server, which serves everything else while a bucket can't be reached. */
  readonly mayBeUnreachable?: boolean
}

// The hash of the content in hexadecimal digits, a slash and a file name.
const keyPattern = /^[0-9a-f]{64}\/[a-z0-9-]+(?:\.[a-z0-9]+)?$/

export const isMediaKey = (text: string): boolean => keyPattern.test(text)
