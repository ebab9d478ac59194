import sharp, { type Sharp } from 'sharp'
import { createHeicFile } from './heic-files.ts'
import { createPictureFile } from './media-files.ts'

export const createPlainPicture = (width: number, height = width): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#963' }, limitInputPixels: false })

/** The largest accepted picture of each format, whose pixels fill the memory limit. */
export const largestPictures: Readonly<Record<string, () => Promise<File>>> = {
  'JPEG of 100 megapixels': () => createPictureFile(createPlainPicture(10_000).jpeg()),
  'progressive JPEG': () =>
    createPictureFile(
      createPlainPicture(6_690).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }),
    ),
  'interlaced PNG in 16 bits': () =>
    createPictureFile(
      createPlainPicture(5_700)
        .ensureAlpha()
        .toColourspace('rgb16')
        .png({ progressive: true, compressionLevel: 1 }),
    ),
  AVIF: () => createPictureFile(createPlainPicture(3_950).avif({ effort: 0 })),
  WebP: () => createPictureFile(createPlainPicture(6_140).webp({ lossless: true, effort: 0 })),
  // A telephone's 48 megapixels.
  HEIC: async () =>
    createHeicFile({ mosaic: [['red']], canvas: true, width: 8_064, height: 6_048 }),
}
