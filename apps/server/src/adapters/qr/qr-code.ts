import { encode } from 'uqr'

// To try all eight takes ten times as long as the rest. By the rules for choosing one, this one is
// as good on addresses at its worst as the chosen ones are at their worst.
const maskPattern = 2

interface Drawn {
  /** How many modules it has on each side. */
  readonly size: number
  /** Its dark modules as the data of an SVG path, one unit to a module. */
  readonly path: string
}

/** A QR code without margin, as areas to fill. */
export const qrCodeAreas = (text: string): Drawn =>
  draw(text, ({ start, length, y }) => `M${start} ${y}h${length}v1h-${length}z`)

/**
 * The same as lines to draw along the middle of each row, one unit wide: half as long, for pages
 * that are to be small.
 */
export const qrCodeLines = (text: string): Drawn =>
  draw(
    text,
    ({ start, length, y, gap }) => `${gap === null ? `M${start} ${y}` : `m${gap} 0`}h${length}`,
  )

interface Bar {
  readonly start: number
  readonly length: number
  readonly y: number
  /** To the bar before it in the row; null for the first. */
  readonly gap: number | null
}

/** Neighbours in a row are drawn as one bar: half the length, and no hairlines between them. */
function draw(text: string, barPath: (bar: Bar) => string): Drawn {
  const { size, data } = encode(text, { ecc: 'L', border: 0, maskPattern })
  let path = ''
  for (const [y, row] of data.entries()) {
    let before: number | null = null
    for (let start = row.indexOf(true); start >= 0; ) {
      const light = row.indexOf(false, start)
      const end = light < 0 ? row.length : light
      path += barPath({
        start,
        length: end - start,
        y,
        gap: before === null ? null : start - before,
      })
      before = end
      start = row.indexOf(true, end)
    }
  }
  return { size, path }
}

// On paper a module of forty pixels is far finer than any printer needs for a code of a few
// centimetres.
const pixelsPerModule = 40

/** A QR code to print: whole pixels for every module, and the quiet margin that readers ask for. */
export async function renderQrPng(text: string): Promise<Buffer> {
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
