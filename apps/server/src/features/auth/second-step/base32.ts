const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as RFC 4648 base32 without padding, the way authenticator apps read a secret. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += letters[(held >>> bits) & 31]
    }
    held &= 0xff
  }
  return bits > 0 ? text + letters[(held << (5 - bits)) & 31] : text
}

export function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const letter of text) {
    held = ((held << 5) | letters.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >>> bits) & 0xff)
  }
  return Buffer.from(bytes)
}
