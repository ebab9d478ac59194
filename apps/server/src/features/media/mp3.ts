import type { FileHandle } from 'node:fs/promises'

/** Bit rates in kbit/s by the index in the frame header, for layer 3. */
const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
/**
 * Sample rates in Hz by the version in the frame header: 0 is MPEG 2.5, 2 is MPEG 2, 3 is MPEG 1.
 */
const sampleRates: Record<number, readonly number[]> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
}

const layer3 = 1
/** Consecutive frames that prove an MP3. */
const requiredFrames = 4
/** Bytes to search: enough for the frames after the padding that tag editors leave. */
const windowLength = 16 * 1024

/** Whether a file starts, after its tags, with several consecutive MP3 frames. */
export async function isMp3(file: FileHandle): Promise<boolean> {
  const start = await findAudioStart(file)
  const head = await read(file, start, windowLength)
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
  const head = await read(file, 0, 10)
  if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < 10) return 0
  const [, , , , , flags = 0, ...size] = head
  const hasFooter = (flags & 0x10) !== 0
  return (
    10 + size.reduce((sum, sevenBits) => sum * 128 + (sevenBits & 0x7f), 0) + (hasFooter ? 10 : 0)
  )
}

/** Version, layer and sample rate, which all frames of a file share. */
const readFrameKind = (bytes: Buffer, position: number) =>
  `${(bytes[position + 1] ?? 0) & 0xfe} ${(bytes[position + 2] ?? 0) & 0x0c}`

function readFrameLength(bytes: Buffer, position: number): number | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(position, position + 3)
  const version = (second >> 3) & 3
  const isFrame = first === 0xff && second >= 0xe0 && ((second >> 1) & 3) === layer3
  const bitRate = (version === 3 ? kilobits.mpeg1 : kilobits.mpeg2)[third >> 4]
  const sampleRate = sampleRates[version]?.[(third >> 2) & 3]
  if (!isFrame || !bitRate || !sampleRate) return null
  const padding = (third >> 1) & 1
  return Math.floor(((version === 3 ? 144_000 : 72_000) * bitRate) / sampleRate) + padding
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
