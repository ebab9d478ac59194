import type { Readable } from 'node:stream'
import type { Encoding } from './accept.ts'

/** The same bytes, plain and compressed where that helps. */
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

/**
 * An answer rendered before the request: the server only negotiates encoding, range and
 * revalidation.
 */
export interface FinishedAnswer {
  readonly type: string
  /** Changes with the content; sent in quotes, and marked as weak if compression varies. */
  readonly etag: string
  /**
   * `immutable`: the address contains the content's hash. `revocable`: the same, but the item may
   * be withdrawn, so shared caches keep it only briefly. `short`: browsers also keep it only
   * briefly, because a setting decides what is at the address. `revalidate`: browsers ask each
   * time. `shared`: the same, and shared caches may keep it. `never`: no cache keeps it.
   */
  readonly cache: 'immutable' | 'revocable' | 'short' | 'revalidate' | 'shared' | 'never'
  /** The content's language, for Content-Language; `pinned` if the address names it. */
  readonly language?: { readonly lang: string; readonly pinned: boolean }
  /**
   * Further request headers on which the answer depends, beside those for encoding and language.
   */
  readonly varyBy?: readonly string[]
  readonly content:
    | EncodedContent
    | RangedContent
    | ((encoding: Encoding | undefined) => Promise<EncodedContent | RangedContent>)
  /** Set for uploaded files: browsers sandbox them, and run and load nothing on their behalf. */
  readonly confined?: true
  /** The name under which browsers save the file; `download` makes them save it at once. */
  readonly file?: { readonly name: string; readonly download: boolean }
}

/**
 * The same content in several media types, the preferred one first. The first type that the Accept
 * header names is sent, otherwise the last.
 */
export interface NegotiableAnswer {
  readonly representations: readonly {
    readonly type: string
    finish(): FinishedAnswer | Promise<FinishedAnswer>
  }[]
}

/** The bytes held in memory: 0 for content that is read or rendered when it is sent. */
export const countBytesInMemory = ({ content }: FinishedAnswer): number =>
  'plain' in content
    ? content.plain.length + (content.brotli?.length ?? 0) + (content.gzip?.length ?? 0)
    : 0
