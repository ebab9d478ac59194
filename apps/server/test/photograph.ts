import sharp from 'sharp'

const [width, height] = [1600, 1200]
const jpegOptions = { quality: 82 }
const grainsByScale = new Map<number, Promise<Buffer>>()

/** Renders blurred noise, which compresses about as badly as a photograph. */
async function renderGrain(scale: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 130, sigma: 42 } as const
  const create = { width, height, channels: 3, background: '#000', noise } as const
  const grain = await sharp({ create }).blur(1.4).jpeg(jpegOptions).toBuffer()
  if (scale === 1) return grain
  return sharp(grain)
    .resize(Math.round(width * scale))
    .jpeg(jpegOptions)
    .toBuffer()
}

/**
 * Creates a picture with as many bytes as a photograph of 1,600 by 1,200 pixels, or of a scaled
 * one. A comment in the file makes each one different.
 */
export async function createPhotograph(index: number, scale = 1): Promise<Buffer> {
  const grain = grainsByScale.get(scale) ?? renderGrain(scale)
  grainsByScale.set(scale, grain)
  const jpeg = await grain
  const startOfImageBytes = 2
  const comment = Buffer.from(`photograph ${index}`)
  // The marker of a comment, and its length in two bytes, which it includes.
  const commentHeader = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([
    jpeg.subarray(0, startOfImageBytes),
    commentHeader,
    comment,
    jpeg.subarray(startOfImageBytes),
  ])
}
