import type { Caller } from '../../base/queue.ts'

export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export type TileFormat = 'jpg' | 'png' | 'webp'

/** A region of a picture, then its size, then its rotation, then its quality. */
export interface TileJob {
  /** The file of a pyramid, or a small JPEG of the whole picture. */
  readonly source: string | Uint8Array
  readonly region: Area
  readonly width: number
  readonly height: number
  readonly mirrored: boolean
  readonly rotation: 0 | 90 | 180 | 270
  readonly quality: 'default' | 'gray' | 'bitonal'
  readonly format: TileFormat
}

/** Parts of large pictures. */
export interface Tiles {
  /** Clients take turns; `signal` takes the job out of the queue. Fails with `JobFailed`. */
  render(job: TileJob, caller: Caller): Promise<Buffer>
  close(): Promise<void>
}
