import sharp from 'sharp'

let grain: Promise<Buffer> | undefined

/** As many bytes as a photograph of that size has; no two are the same. */
export async function photograph(index: number): Promise<Buffer> {
  const size = { width: 1600, height: 1200 }
  const noise = { type: 'gaussian', mean: 130, sigma: 42 } as const
  grain ??= sharp({ create: { ...size, channels: 3, background: '#000', noise } })
    .blur(1.4)
    .jpeg({ quality: 82 })
    .toBuffer()
  const jpeg = await grain
  const comment = Buffer.from(`photograph ${index}`)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
}
