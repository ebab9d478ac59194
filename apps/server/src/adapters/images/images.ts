export type VariantFormat = 'avif' | 'webp' | 'jpeg'

export interface VariantSpec {
  /** No side is longer, and no picture is made larger than it is. */
  readonly longestSide: number
  readonly format: VariantFormat
  readonly quality: number
}

export interface PreparedPicture<Spec extends VariantSpec> {
  readonly mime: string
  /** As people see it, that is, turned the way the camera was held. */
  readonly width: number
  readonly height: number
  readonly variants: readonly { readonly spec: Spec; readonly bytes: Buffer }[]
}

export interface Images {
  /** Reads a picture and makes variants of it that hold nothing but the picture; fails with `PictureRefused`. */
  prepare<Spec extends VariantSpec>(file: string, specs: readonly Spec[]): Promise<PreparedPicture<Spec>>
  /**
   * Makes the file from which tiles are read: the picture upright, in sRGB, without metadata, in all its scales; fails with
   * `PictureRefused`.
   */
  makePyramid(file: string, target: string): Promise<void>
  /** What a picture that we made looks like, in 16 hex digits: those of pictures that look alike differ in few bits. */
  likeness(picture: Buffer): Promise<string>
}

export type RefusalReason = 'unknown' | 'tooManyPixels' | 'tooManyFrames' | 'tooHeavy' | 'broken'

export class PictureRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, cause?: unknown) {
    super(`the picture was refused: ${reason}`, { cause })
    this.reason = reason
  }
}
