import { encode } from 'uqr'

// On paper a module of forty pixels is far finer than any printer needs for a code of a few centimetres.
const pixelsPerModule = 40

/** A QR code to print: whole pixels for every module, and the quiet margin that readers ask for. */
export async function qrPng(text: string): Promise<Buffer> {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  // Loaded on first use: it takes 30 MB, and few codes are asked for as pictures.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(data.flat().map((dark) => (dark ? 0 : 255))), {
    raw: { width: size, height: size, channels: 1 },
  })
    .resize(size * pixelsPerModule, null, { kernel: 'nearest' })
    .toColourspace('b-w')
    .png()
    .toBuffer()
}
