import { toFile } from './media-files.ts'

const repeatBuffer = (part: Buffer, times: number) => Buffer.alloc(part.length * times, part)

function createWebpChunk(name: string, content: Buffer): Buffer {
  // Four bytes of name and four of length.
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

/** Files assembled by hand with many frames or pages of one pixel, some ten bytes each. */
export const manyFrameFiles = {
  webp(frames: number): File {
    const pixel = createWebpChunk('VP8L', Buffer.from('2f000000000750914674a6ff8188e87f00', 'hex'))
    const frame = createWebpChunk(
      'ANMF',
      Buffer.concat([Buffer.alloc(12), Buffer.from([1, 0, 0, 0]), pixel, Buffer.alloc(1)]),
    )
    const canvas = createWebpChunk('VP8X', Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
    const content = [
      Buffer.from('WEBP'),
      canvas,
      createWebpChunk('ANIM', Buffer.alloc(6)),
      repeatBuffer(frame, frames),
    ]
    return toFile(createWebpChunk('RIFF', Buffer.concat(content)), 'many.webp')
  },

  gif(frames: number): File {
    const head = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
    const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1')
    return toFile(Buffer.concat([head, repeatBuffer(frame, frames), Buffer.from(';')]), 'many.gif')
  },

  /** All pages share one strip, which points to the first bytes of the file. */
  tiff(pages: number): File {
    const fields = [
      { tag: 256, value: 1 }, // Width
      { tag: 257, value: 1 }, // Height
      { tag: 258, value: 8 }, // Bits per sample
      { tag: 259, value: 1 }, // No compression
      { tag: 262, value: 1 }, // Black is zero
      { tag: 273, value: 0 }, // Offset of the strip
      { tag: 277, value: 1 }, // Samples per pixel
      { tag: 278, value: 1 }, // Rows per strip
      { tag: 279, value: 1 }, // Bytes of the strip
    ]
    const unsignedLongType = 4
    // A page is a count of fields, the fields, and the offset of the next page.
    const [countBytes, fieldBytes, offsetBytes] = [2, 12, 4]
    const page = Buffer.alloc(countBytes + fieldBytes * fields.length + offsetBytes)
    page.writeUInt16LE(fields.length)
    for (const [index, { tag, value }] of fields.entries()) {
      const offset = countBytes + fieldBytes * index
      page.writeUInt16LE(tag, offset)
      page.writeUInt16LE(unsignedLongType, offset + 2)
      const valueCount = 1
      page.writeUInt32LE(valueCount, offset + 4)
      page.writeUInt32LE(value, offset + 8)
    }

    const header = Buffer.from('II*\0\b\0\0\0', 'latin1')
    const content = repeatBuffer(page, pages)
    // The last page has the offset 0.
    for (let index = 1; index < pages; index++) {
      const pageStart = index * page.length
      content.writeUInt32LE(header.length + pageStart, pageStart - offsetBytes)
    }
    return toFile(Buffer.concat([header, content]), 'many.tif')
  },
}
