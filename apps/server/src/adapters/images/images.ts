import type { Caller } from '../../base/queue.ts'

export type VariantFormat = 'avif' | 'webp' | 'jpeg'

export interface VariantSpec {
  /** No side is longer, and no picture is made larger than it is. */
  readonly longestSide: number
  readonly format: VariantFormat
  readonly quality: number
}

interface PreparedPicture<Spec extends VariantSpec> {
  readonly mime: string
  /** As people see it, that is, turned the way the camera was held. */
  readonly width: number
  readonly height: number
  readonly variants: readonly { readonly spec: Spec; readonly bytes: Buffer }[]
}

export interface ImageProcessor {
  /** Reads a picture and makes variants of it that hold nothing but the picture; fails with `PictureRejected`. */
  prepare<Spec extends VariantSpec>(
    file: string,
    specs: readonly Spec[],
  ): Promise<PreparedPicture<Spec>>
  /**
   * Makes the file from which tiles are read: the picture upright, in sRGB, without metadata, in all its scales; fails with
   * `PictureRejected`.
   */
  makePyramid(file: string, target: string): Promise<void>
  /** What a picture that we made looks like, in 16 hex digits: those of pictures that look alike differ in few bits. */
  computeLikeness(picture: Buffer): Promise<string>
}

export type RejectionReason = 'unknown' | 'tooManyPixels' | 'tooManyFrames' | 'tooHeavy' | 'broken'

export class PictureRejected extends Error {
  readonly reason: RejectionReason

  constructor(reason: RejectionReason, cause?: unknown) {
    super(`the picture was refused: ${reason}`, { cause })
    this.reason = reason
  }
}

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
export interface TileRenderer {
  /** Clients take turns; `signal` takes the job out of the queue. Fails with `JobFailed`. */
  render(job: TileJob, caller: Caller): Promise<Buffer>
  close(): Promise<void>
}
