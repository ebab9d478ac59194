interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green, blue, and how opaque. */
  readonly channels: 3 | 4
  /** An ICC profile; empty where the colours are the screen’s. */
  readonly profile: Uint8Array
}

const [short, long, undefinedBytes] = [3, 4, 7]

/** What stands before the pixels, row by row, in an uncompressed TIFF of 8 bits per channel. */
export function tiffHead({ width, height, channels, profile }: Pixels): Buffer {
  const entries = 11 + (channels === 4 ? 1 : 0) + (profile.length > 0 ? 1 : 0)
  const bitsAt = 8 + 2 + entries * 12 + 4
  const profileAt = bitsAt + 2 * channels
  const pixelsAt = profileAt + profile.length

  const head = Buffer.alloc(pixelsAt)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(8, 4)
  let at = head.writeUInt16LE(entries, 8)
  const add = (tag: number, type: number, value: number, count = 1) => {
    at = head.writeUInt16LE(tag, at)
    at = head.writeUInt16LE(type, at)
    at = head.writeUInt32LE(count, at)
    at = head.writeUInt32LE(value, at)
  }
  add(256, long, width)
  add(257, long, height)
  add(258, short, bitsAt, channels)
  add(259, short, 1) // not compressed
  add(262, short, 2) // RGB
  add(273, long, pixelsAt)
  add(274, short, 1) // upright
  add(277, short, channels)
  add(278, long, height)
  add(279, long, width * height * channels)
  add(284, short, 1) // interleaved
  if (channels === 4) add(338, short, 2) // not multiplied by how opaque it is
  if (profile.length > 0) add(34675, undefinedBytes, profileAt, profile.length)

  for (let channel = 0; channel < channels; channel++) head.writeUInt16LE(8, bitsAt + 2 * channel)
  head.set(profile, profileAt)
  return head
}
