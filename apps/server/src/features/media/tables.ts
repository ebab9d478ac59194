import type { Generated, Instant } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    media: {
      id: Generated<number>
      /** SHA-256 of the original's content, in hex. */
      name: string
      kind: 'picture' | 'recording'
      mime: string
      bytes: number
      width: number | null
      height: number | null
      file_name: string
      created_at: Instant
      /** Perceptual hash of a picture, in 16 hex digits; empty if it is not computed yet. */
      dhash: Generated<string>
    }
  }
}
