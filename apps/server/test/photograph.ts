import sharp from 'sharp'

const grainsByScale = new Map<number, Promise<Buffer>>()

async function renderGrain(scale: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 130, sigma: 42 } as const
  const create = { width: 1600, height: 1200, channels: 3, background: '#000', noise } as const
  const grain = await sharp({ create }).blur(1.4).jpeg({ quality: 82 }).toBuffer()
  return scale === 1
    ? grain
    : sharp(grain)
        .resize(Math.round(1600 * scale))
        .jpeg({ quality: 82 })
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
  const comment = Buffer.from(`photograph ${index}`)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
}
