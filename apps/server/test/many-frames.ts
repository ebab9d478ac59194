import { toFile } from './media-files.ts'

const repeatBuffer = (part: Buffer, times: number) => Buffer.alloc(part.length * times, part)

function webpChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

/** Files assembled by hand with many frames or pages of one pixel, some ten bytes each. */
export const manyFrameFiles = {
  webp(frames: number): File {
    const point = webpChunk('VP8L', Buffer.from('2f000000000750914674a6ff8188e87f00', 'hex'))
    const frame = webpChunk(
      'ANMF',
      Buffer.concat([Buffer.alloc(12), Buffer.from([1, 0, 0, 0]), point, Buffer.alloc(1)]),
    )
    const canvas = webpChunk('VP8X', Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
    const content = [
      Buffer.from('WEBP'),
      canvas,
      webpChunk('ANIM', Buffer.alloc(6)),
      repeatBuffer(frame, frames),
    ]
    return toFile(webpChunk('RIFF', Buffer.concat(content)), 'many.webp')
  },

  gif(frames: number): File {
    const head = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
    const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1')
    return toFile(Buffer.concat([head, repeatBuffer(frame, frames), Buffer.from(';')]), 'many.gif')
  },

  /** All pages share one strip, which points to the first bytes of the file. */
  tiff(pages: number): File {
    // Pairs of tag and value.
    const fields = [
      [256, 1],
      [257, 1],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, 0],
      [277, 1],
      [278, 1],
      [279, 1],
    ] as const
    const page = Buffer.alloc(2 + 12 * fields.length + 4)
    page.writeUInt16LE(fields.length)
    for (const [index, [tag, value]] of fields.entries()) {
      const offset = 2 + 12 * index
      page.writeUInt16LE(tag, offset)
      page.writeUInt16LE(4, offset + 2)
      page.writeUInt32LE(1, offset + 4)
      page.writeUInt32LE(value, offset + 8)
    }
    const all = repeatBuffer(page, pages)
    for (let next = 1; next < pages; next++)
      all.writeUInt32LE(8 + next * page.length, next * page.length - 4)
    return toFile(Buffer.concat([Buffer.from('II*\0\b\0\0\0', 'latin1'), all]), 'many.tif')
  },
}
