import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A frame of MPEG-1 Layer III with 128 kbit/s at 44.1 kHz. */
const mp3Frame = { header: [0xff, 0xfb, 0x90, 0x00], bytes: 417 }

/** Creates a silent MP3 in frames of 26 ms. A different `seed` gives different content. */
export function createMp3File({
  frames = 40,
  tags = new Uint8Array(),
  seed = 0,
  name = 'silence.mp3',
} = {}): File {
  const content = Buffer.alloc(mp3Frame.bytes)
  content.set(mp3Frame.header)
  content.writeUInt32BE(seed, mp3Frame.bytes - 4)
  return new File([tags, ...Array.from({ length: frames }, () => content)], name, {
    type: 'audio/mpeg',
  })
}

/** Creates an ID3 tag, which editors write before the sound, with this many bytes of content. */
export function createId3Tag(length: number): Buffer<ArrayBuffer> {
  // The size is stored in four bytes with seven bits each.
  const size = [21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f)
  return Buffer.concat([
    // Version 2.4, without flags.
    Buffer.from('ID3'),
    Buffer.from([4, 0, 0, ...size]),
    Buffer.alloc(length, 'x'),
  ])
}

/** Creates a picture that is red on the left and blue on the right. */
export function createDrawing({ width = 60, height = 40 } = {}): Sharp {
  const half = Math.floor(width / 2)
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    {
      input: { create: { width: half, height, channels: 3, background: '#f00' } },
      left: 0,
      top: 0,
    },
  ])
}

/** A random picture of 9 × 8 fields, so that no two are taken for copies of each other. */
export const createMosaic = (): Sharp =>
  sharp(randomBytes(9 * 8 * 3), { raw: { width: 9, height: 8, channels: 3 } }).resize(360, 320, {
    kernel: 'nearest',
  })

/** A square picture that no format can compress. */
export const createNoise = (side: number): Sharp =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })

export async function createPictureFile(
  picture: Sharp = createDrawing().jpeg(),
  name = 'picture.jpg',
): Promise<File> {
  return toFile(await picture.toBuffer(), name)
}

export const toFile = (content: Uint8Array | string, name: string): File =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name)

interface Png {
  readonly width?: number
  readonly height?: number
  /** RGBA in 16 bits instead of RGB in 8 bits. */
  readonly deep?: boolean
  /** Chunks between the header and the pixels. */
  readonly before?: readonly Buffer[]
  /** By default, 60 × 40 black pixels, whatever `width` and `height` say. */
  readonly pixels?: Buffer
}

// 40 lines of a filter byte and 60 pixels of 3 bytes.
const blackPixels = Buffer.alloc((1 + 60 * 3) * 40)

/** Assembles a PNG by hand, whose parts may contradict each other. */
export function createPngFile({
  width = 60,
  height = 40,
  deep = false,
  before = [],
  pixels = blackPixels,
}: Png): File {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Bit depth, colour type (2: RGB, 6: RGBA), compression, filter, interlacing (Adam7).
  header.set(deep ? [16, 6, 0, 0, 1] : [8, 2, 0, 0, 0], 8)
  const chunks = [
    createPngChunk('IHDR', header),
    ...before,
    createPngChunk('IDAT', deflateSync(pixels)),
    createPngChunk('IEND', Buffer.alloc(0)),
  ]
  return toFile(
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]),
    'picture.png',
  )
}

export function createPngChunk(name: string, content: Buffer): Buffer {
  const nameAndContent = Buffer.concat([Buffer.from(name, 'latin1'), content])
  // Length (4 bytes), name, content, checksum (4 bytes).
  const chunk = Buffer.alloc(nameAndContent.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  chunk.set(nameAndContent, 4)
  chunk.writeUInt32BE(crc32(nameAndContent), nameAndContent.length + 4)
  return chunk
}
