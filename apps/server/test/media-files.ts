import sharp, { type Sharp } from 'sharp'

const frame = { header: [0xff, 0xfb, 0x90, 0x00], length: 417 }

/** Silence as MP3: frames of 128 kbit/s at 44.1 kHz, each 26 ms long. `seed` makes it a content of its own. */
export function mp3File({ frames = 40, tags = new Uint8Array(), seed = 0, name = 'silence.mp3' } = {}): File {
  const one = Buffer.alloc(frame.length)
  one.set(frame.header)
  one.writeUInt32BE(seed, frame.length - 4)
  return new File([tags, ...Array.from({ length: frames }, () => one)], name, { type: 'audio/mpeg' })
}

/** Tags as editors write them before the sound, with as many bytes of content. */
export function id3(length: number): Buffer<ArrayBuffer> {
  const size = [21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f)
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...size]), Buffer.alloc(length, 'x')])
}

/** A picture with something to see: red on the left, blue on the right. */
export function drawing({ width = 60, height = 40 } = {}): Sharp {
  const half = Math.floor(width / 2)
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: { create: { width: half, height, channels: 3, background: '#f00' } }, left: 0, top: 0 },
  ])
}

export async function pictureFile(picture: Sharp = drawing().jpeg(), name = 'picture.jpg'): Promise<File> {
  return fileOf(await picture.toBuffer(), name)
}

export const fileOf = (content: Uint8Array | string, name: string): File =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name)
