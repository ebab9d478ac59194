import sharp from 'sharp'
import { expect, test } from 'vitest'
import { manyFrameFiles } from '../../../test/many-frames.ts'
import { createMosaic } from '../../../test/media-files.ts'
import { getPictureFormat, hasMoreFramesThan } from './picture-format.ts'

// The mosaic and its two smaller scales, each of which is a page of the TIFF.
const pyramid = { pyramid: true, tile: true, tileWidth: 128, tileHeight: 128 } as const

/** Five different frames, so that each has a palette and an extension of its own. */
async function createAnimation() {
  const frames = await Promise.all(Array.from({ length: 5 }, () => createMosaic().png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
}

test.for([
  ['gif', 5, async () => (await createAnimation()).gif({ reuse: false, delay: 100 }).toBuffer()],
  ['webp', 5, async () => (await createAnimation()).webp({ delay: 100 }).toBuffer()],
  ['tiff', 3, () => createMosaic().tiff(pyramid).toBuffer()],
  [
    'tiff',
    3,
    () =>
      createMosaic()
        .tiff({ ...pyramid, bigtiff: true })
        .toBuffer(),
  ],
  ['gif', 1_000, async () => Buffer.from(await manyFrameFiles.gif(1_000).arrayBuffer())],
  ['webp', 1_000, async () => Buffer.from(await manyFrameFiles.webp(1_000).arrayBuffer())],
  ['tiff', 1_000, async () => Buffer.from(await manyFrameFiles.tiff(1_000).arrayBuffer())],
] as const)(
  'counts the frames of a %s with %d frames as its decoder does',
  async ([format, count, createFile]) => {
    const file = await createFile()
    const scanFrames = () => getPictureFormat(format).scanFrames?.(file) ?? []
    expect(hasMoreFramesThan(count, scanFrames())).toBe(false)
    expect(hasMoreFramesThan(count - 1, scanFrames())).toBe(true)
    expect((await sharp(file).metadata()).pages).toBe(count)
  },
)
