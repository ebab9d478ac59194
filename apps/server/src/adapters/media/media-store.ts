import type { Readable } from 'node:stream'

export interface StoredMedia {
  readonly size: number
  /** All of it, or the bytes from `start` to `end`, both included. */
  open(part?: { start: number; end: number }): Promise<Readable>
}

/** Keeps bytes by a key that names their content: what is there never changes. */
export interface MediaStore {
  /** Once it resolves, the bytes are safe; before, nobody sees any of them. */
  put(key: string, content: Uint8Array | { readonly file: string }): Promise<void>
  find(key: string): Promise<StoredMedia | null>
  /** All keys there are, in no order. */
  list(): AsyncIterable<string>
}
