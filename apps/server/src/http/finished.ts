import type { Readable } from 'node:stream'
import type { Encoding } from './accept.ts'

/** The same bytes, also compressed where that helps. */
export interface EncodedContent {
  readonly plain: Buffer
  readonly brotli?: Buffer
  readonly gzip?: Buffer
}

/** Content of known size that can be read in parts. */
export interface RangedContent {
  readonly size: number
  open(range?: { start: number; end: number }): Readable | Promise<Readable>
}

/** A precomputed answer: the server only negotiates encoding, range and revalidation. */
export interface FinishedAnswer {
  readonly type: string
  /** The cache validator (ETag): it changes with the content. */
  readonly name: string
  /**
   * 'forever': the address contains the content's hash; 'ask': browsers revalidate each time; 'shared': the same, and
   * shared caches may keep it; 'visible': the address contains the hash, but the item may be withdrawn, so a shared cache
   * keeps it only briefly; 'briefly': browsers, too, because a setting decides what is at the address; 'never': nobody keeps it.
   */
  readonly cache: 'forever' | 'visible' | 'briefly' | 'ask' | 'shared' | 'never'
  /** Of the content, as the header names it; `pinned` where the address asks for it. */
  readonly language?: { readonly lang: string; readonly pinned: boolean }
  /** The request headers by which its address has other answers, beside those for encoding and language. */
  readonly varyBy?: readonly string[]
  readonly content:
    | EncodedContent
    | RangedContent
    | ((encoding: Encoding | undefined) => Promise<EncodedContent | RangedContent>)
  /** For uploads: sandboxed, so that the browser runs and loads nothing for them. */
  readonly confined?: true
  /** The file name for saving; `download` asks the browser to do so at once. */
  readonly file?: { readonly name: string; readonly download: boolean }
}

/** One content in several media types, best first: the first one named in Accept is sent, otherwise the last. */
export interface NegotiableAnswer {
  readonly forms: readonly {
    readonly type: string
    finish(): FinishedAnswer | Promise<FinishedAnswer>
  }[]
}

/** Bytes in memory: none for content that is read or made when it is sent. */
export const bytesInMemory = ({ content }: FinishedAnswer): number =>
  'plain' in content
    ? content.plain.length + (content.brotli?.length ?? 0) + (content.gzip?.length ?? 0)
    : 0
