import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import { encode } from 'uqr'

// On paper a module of forty pixels is far finer than any printer needs for a code of a few centimetres.
const pixelsPerModule = 40
const bytesPerModule = pixelsPerModule / 8
const [black, white] = [0x00, 0xff]

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const oneBitOfGrey = [1, 0, 0, 0, 0]
const unfiltered = 0

/** A QR code to print: whole pixels for every module, and the quiet margin that readers ask for. */
export async function qrPng(text: string): Promise<Buffer> {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const lines = data.flatMap((row) => {
    const bytes = row.flatMap((dark) => Array<number>(bytesPerModule).fill(dark ? black : white))
    return Array<Buffer>(pixelsPerModule).fill(Buffer.from([unfiltered, ...bytes]))
  })
  const side = Buffer.alloc(4)
  side.writeUInt32BE(size * pixelsPerModule)
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.from([...side, ...side, ...oneBitOfGrey])),
    chunk('IDAT', await promisify(deflate)(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
