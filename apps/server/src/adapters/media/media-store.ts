import type { Readable } from 'node:stream'

/** The store is away, refuses us or has no room: nobody's input and no fault of ours. */
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

/** Something that lies in the store. */
export interface ListedFile {
  /** Null for what has no name that Vitrine gives. */
  readonly key: string | null
  readonly place: string
  readonly size: number
  readonly changedAt: Date
  /** Null where it may be somebody else's. */
  readonly remove: (() => Promise<void>) | null
}

/** Keeps bytes by a key that names their content: what is there never changes. */
export interface MediaStore {
  /** Once it resolves, the bytes are safe; before, nobody sees any of them. */
  put(key: string, content: Uint8Array | { readonly file: string }): Promise<void>
  /** Whether it is there or not; only for what nothing refers to. */
  remove(key: string): Promise<void>
  find(key: string): Promise<StoredMedia | null>
  /** Everything there is, in no order. What can't be read is told to `onError`; without it, it is an error. */
  list(onError?: (place: string, error: Error) => void): AsyncIterable<ListedFile>
  /** Fails with a `MediaStoreError` when nothing can be read or put at present. */
  ping(): Promise<void>
}

const keyPattern = /^[0-9a-f]{64}\/[a-z0-9-]+(?:\.[a-z0-9]+)?$/

export const isMediaKey = (text: string): boolean => keyPattern.test(text)
