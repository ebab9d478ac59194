import type { FileHandle } from 'node:fs/promises'

/** Bit rates of layer 3 in kbit/s, by their index in the frame header. */
const bitRates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
/**
 * Sample rates in Hz, by the version in the frame header: 0 is MPEG 2.5, 2 is MPEG 2, 3 is MPEG 1.
 */
const sampleRates: Record<number, readonly number[]> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
}

const layer3 = 1
const mpeg1 = 3
/**
 * A frame has factor × bit rate (kbit/s) ÷ sample rate (Hz) bytes. The factor is the number of
 * samples in a frame (1152 or 576), ÷ 8 bits × 1000.
 */
const lengthFactors = { mpeg1: 144_000, mpeg2: 72_000 }
/** Consecutive frames that prove an MP3. */
const requiredFrames = 4
/** Bytes to search: enough for the frames after the padding that tag editors leave. */
const windowLength = 16 * 1024
/** Length of the header, and of the optional footer, of ID3 tags. */
const id3HeaderLength = 10

/** Whether a file starts, after its tags, with several consecutive MP3 frames. */
export async function isMp3(file: FileHandle): Promise<boolean> {
  const start = await findAudioStart(file)
  const head = await read(file, start, windowLength)
  // Skips padding.
  let position = head.findIndex((byte) => byte !== 0)
  if (position < 0) return false

  const firstKind = readFrameKind(head, position)
  for (let frame = 0; frame < requiredFrames; frame++) {
    const length = readFrameLength(head, position)
    if (length === null || readFrameKind(head, position) !== firstKind) return false
    position += length
  }
  return true
}

/** Position after the ID3 tags, which may be large because of a cover picture. */
async function findAudioStart(file: FileHandle): Promise<number> {
  const header = await read(file, 0, id3HeaderLength)
  if (header.toString('latin1', 0, 3) !== 'ID3' || header.length < id3HeaderLength) return 0

  // Bytes 0–2: 'ID3', 3–4: version, 5: flags, 6–9: length of the tags, 7 bits in each byte.
  const hasFooter = ((header[5] ?? 0) & 0x10) !== 0
  const tagsLength = header.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
  return id3HeaderLength + tagsLength + (hasFooter ? id3HeaderLength : 0)
}

/** Version, layer and sample rate, which all frames of a file share. */
const readFrameKind = (bytes: Buffer, position: number) =>
  `${(bytes[position + 1] ?? 0) & 0xfe} ${(bytes[position + 2] ?? 0) & 0x0c}`

function readFrameLength(bytes: Buffer, position: number): number | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(position, position + 3)
  const version = (second >> 3) & 3
  const isFrame = first === 0xff && second >= 0xe0 && ((second >> 1) & 3) === layer3
  const family = version === mpeg1 ? 'mpeg1' : 'mpeg2'
  const bitRate = bitRates[family][third >> 4]
  const sampleRate = sampleRates[version]?.[(third >> 2) & 3]
  if (!isFrame || !bitRate || !sampleRate) return null
  const padding = (third >> 1) & 1
  return Math.floor((lengthFactors[family] * bitRate) / sampleRate) + padding
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
