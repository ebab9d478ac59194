import { encode } from 'uqr'

// On paper a module of forty pixels is far finer than any printer needs for a code of a few centimetres.
const pixelsPerModule = 40

/** A QR code to print: whole pixels for every module, and the quiet margin that readers ask for. */
export async function qrPng(text: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const pixels = Buffer.from(data.flat().map((dark) => (dark ? 0 : 255)))
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * pixelsPerModule, size * pixelsPerModule, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}
