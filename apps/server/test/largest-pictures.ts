import sharp, { type Sharp } from 'sharp'
import { createHeicFile } from './heic-files.ts'
import { pictureFile } from './media-files.ts'

export const plainPicture = (width: number, height = width): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#963' }, limitInputPixels: false })

/** The largest accepted picture of each format, whose pixels fill the memory limit. */
export const largestPictures: Readonly<Record<string, () => Promise<File>>> = {
  'JPEG of 100 megapixels': () => pictureFile(plainPicture(10_000).jpeg()),
  'progressive JPEG': () =>
    pictureFile(plainPicture(6_690).jpeg({ progressive: true, chromaSubsampling: '4:4:4' })),
  'interlaced PNG in 16 bits': () =>
    pictureFile(
      plainPicture(5_700)
        .ensureAlpha()
        .toColourspace('rgb16')
        .png({ progressive: true, compressionLevel: 1 }),
    ),
  AVIF: () => pictureFile(plainPicture(3_950).avif({ effort: 0 })),
  WebP: () => pictureFile(plainPicture(6_140).webp({ lossless: true, effort: 0 })),
  // A telephone's 48 megapixels.
  HEIC: async () =>
    createHeicFile({ mosaic: [['red']], canvas: true, width: 8_064, height: 6_048 }),
}
