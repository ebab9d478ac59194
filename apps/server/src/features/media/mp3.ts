import type { FileHandle } from 'node:fs/promises'

// By the header's bits: which MPEG (0: 2.5, 2: 2, 3: 1), which kilobits per second, which samples per second.
const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const samples: Record<number, readonly number[]> = {
  0: [11_025, 12_000, 8_000],
  2: [22_050, 24_000, 16_000],
  3: [44_100, 48_000, 32_000],
}

const layer3 = 1
const framesWanted = 4
// Four of the longest frames, after as much padding as editors of tags leave.
const windowLength = 16 * 1024

/** True for a file that starts, after its tags, with several MP3 frames that follow each other without a gap. */
export async function isMp3(file: FileHandle): Promise<boolean> {
  const start = await afterTags(file)
  const head = await read(file, start, windowLength)
  let position = head.findIndex((byte) => byte !== 0)
  if (position < 0) return false

  const kind = kindOf(head, position)
  for (let frame = 0; frame < framesWanted; frame++) {
    const length = frameLength(head, position)
    if (length === null || kindOf(head, position) !== kind) return false
    position += length
  }
  return true
}

/** Where the sound begins: tags with title, artist and cover may precede it, and may be large. */
async function afterTags(file: FileHandle): Promise<number> {
  const head = await read(file, 0, 10)
  if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < 10) return 0
  const [, , , , , flags = 0, ...size] = head
  const hasFooter = (flags & 0x10) !== 0
  return (
    10 + size.reduce((sum, sevenBits) => sum * 128 + (sevenBits & 0x7f), 0) + (hasFooter ? 10 : 0)
  )
}

/** The version, layer and sample rate, which stay the same through a file. */
const kindOf = (bytes: Buffer, at: number) =>
  `${(bytes[at + 1] ?? 0) & 0xfe} ${(bytes[at + 2] ?? 0) & 0x0c}`

function frameLength(bytes: Buffer, at: number): number | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  const version = (second >> 3) & 3
  const isFrame = first === 0xff && second >= 0xe0 && ((second >> 1) & 3) === layer3
  const rate = (version === 3 ? kilobits.mpeg1 : kilobits.mpeg2)[third >> 4]
  const frequency = samples[version]?.[(third >> 2) & 3]
  if (!isFrame || !rate || !frequency) return null
  const padding = (third >> 1) & 1
  return Math.floor(((version === 3 ? 144_000 : 72_000) * rate) / frequency) + padding
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
