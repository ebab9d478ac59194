/** Yields once for each frame or page that a file holds, as far as its decoder would read. */
export type Frames = (file: Buffer) => Iterable<void>

export function areMoreThan(max: number, frames: Iterable<void>): boolean {
  let count = 0
  for (const _frame of frames) if (++count > max) return true
  return false
}

export const webpFrames: Frames = function* (file) {
  for (let at = 12; at + 8 <= file.length; ) {
    if (file.toString('latin1', at, at + 4) === 'ANMF') yield
    const bytes = file.readUInt32LE(at + 4)
    at += 8 + bytes + (bytes % 2)
  }
}

const [extension, image] = [0x21, 0x2c]

export const gifFrames: Frames = function* (file) {
  const byte = (at: number): number => file[at] ?? 0
  const colours = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  let at = 13 + colours(byte(10))
  for (; byte(at) === extension || byte(at) === image; at++) {
    if (byte(at) === image) yield
    // The block's head, then pieces of up to 255 bytes, then a piece of none.
    at += byte(at) === image ? 11 + colours(byte(at + 9)) : 2
    while (byte(at) > 0) at += 1 + byte(at)
  }
}

export const tiffPages: Frames = function* (file) {
  const isLittle = file[0] === 0x49
  const number = (at: number, bytes: 2 | 4 | 8): number => {
    if (at + bytes > file.length) return 0
    if (bytes === 8) return Number(isLittle ? file.readBigUInt64LE(at) : file.readBigUInt64BE(at))
    return isLittle ? file.readUIntLE(at, bytes) : file.readUIntBE(at, bytes)
  }
  // A file that may grow over 4 GB has wider numbers.
  const isBig = number(2, 2) === 43
  const [count, entry, offset] = isBig ? ([8, 20, 8] as const) : ([2, 12, 4] as const)
  for (let at = number(isBig ? 8 : 4, offset); at > 0; at = number(at + count + entry * number(at, count), offset))
    yield
}
