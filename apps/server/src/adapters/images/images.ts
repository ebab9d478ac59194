import type { Caller } from '../../base/queue.ts'

export type VariantFormat = 'avif' | 'webp' | 'jpeg'

export interface VariantSpec {
  /** The longest side in pixels; pictures are never enlarged. */
  readonly longestSide: number
  readonly format: VariantFormat
  readonly quality: number
}

interface PreparedPicture<Spec extends VariantSpec> {
  readonly mime: string
  /** The size as displayed, after rotation. */
  readonly width: number
  readonly height: number
  readonly variants: readonly { readonly spec: Spec; readonly bytes: Buffer }[]
}

export interface ImageProcessor {
  /** Reads a picture and renders variants without any metadata; fails with `PictureRejected`. */
  prepare<Spec extends VariantSpec>(
    file: string,
    specs: readonly Spec[],
  ): Promise<PreparedPicture<Spec>>
  /**
   * Writes the file from which tiles are read: the picture in all its scales, upright, in sRGB,
   * without metadata; fails with `PictureRejected`.
   */
  makePyramid(file: string, target: string): Promise<void>
  /**
   * A perceptual hash of a picture that we rendered, in 16 hex digits: those of similar pictures
   * differ in few bits.
   */
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

export interface PictureArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export type TileFormat = 'jpg' | 'png' | 'webp'

/** A part of a picture, processed in this order: region, size, mirroring, rotation, quality. */
export interface TileJob {
  /** A pyramid file, or a small JPEG of the whole picture. */
  readonly source: string | Uint8Array
  /** Whether the source was rendered again, so that no process may read it from its cache. */
  readonly isSourceReplaced?: boolean
  readonly region: PictureArea
  readonly width: number
  readonly height: number
  readonly mirrored: boolean
  readonly rotation: 0 | 90 | 180 | 270
  readonly quality: 'default' | 'gray' | 'bitonal'
  readonly format: TileFormat
}

/** Renders parts of large pictures. */
export interface TileRenderer {
  /** Clients take turns; `signal` removes the job from the queue. Fails with `JobFailed`. */
  render(job: TileJob, caller: Caller): Promise<Buffer>
  close(): Promise<void>
}
