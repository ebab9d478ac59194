import { crc32 } from 'node:zlib'

const checksumLength = 4

/** With a checksum at its end. */
export function sealed(bytes: Buffer): Buffer {
  const checksum = Buffer.alloc(checksumLength)
  checksum.writeUInt32BE(crc32(bytes))
  return Buffer.concat([bytes, checksum])
}

/** Without its checksum; null where they don’t fit together. */
export function unsealed(file: Buffer): Buffer | null {
  const bytes = file.subarray(0, -checksumLength)
  return bytes.length > 0 && crc32(bytes) === file.readUInt32BE(bytes.length) ? bytes : null
}
