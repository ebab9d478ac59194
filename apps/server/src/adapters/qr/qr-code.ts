import { encode } from 'uqr'

// A fixed mask pattern, because trying all eight takes ten times as long as the rest. Readers can
// read each of them: a code names its own pattern.
const maskPattern = 2

interface QrPath {
  /** Number of modules per side. */
  readonly size: number
  /** The dark modules as the data of an SVG path, one unit per module. */
  readonly path: string
}

/** A QR code without margin, as areas to fill. */
export const drawQrCode = (text: string): QrPath =>
  draw(text, ({ start, length, y }) => `M${start} ${y}h${length}v1h-${length}z`)

/**
 * A QR code as strokes along the middle of each row, one unit wide: half the length, for pages that
 * must be small.
 */
export const drawQrCodeAsLines = (text: string): QrPath =>
  draw(text, ({ start, length, y, gap }) => {
    const move = gap === null ? `M${start} ${y}` : `m${gap} 0`
    return `${move}h${length}`
  })

interface Bar {
  readonly start: number
  readonly length: number
  readonly y: number
  /** Distance from the previous bar in the row; null for the first. */
  readonly gap: number | null
}

/**
 * Draws neighbouring modules of a row as one bar: half the length, and no hairlines between them.
 */
function draw(text: string, formatBar: (bar: Bar) => string): QrPath {
  const { size, data } = encode(text, { ecc: 'L', border: 0, maskPattern })
  let path = ''
  for (const [y, row] of data.entries()) {
    let previousEnd: number | null = null
    for (let start = row.indexOf(true); start >= 0; ) {
      const nextLight = row.indexOf(false, start)
      const end = nextLight < 0 ? row.length : nextLight
      path += formatBar({
        start,
        length: end - start,
        y,
        gap: previousEnd === null ? null : start - previousEnd,
      })
      previousEnd = end
      start = row.indexOf(true, end)
    }
  }
  return { size, path }
}

// Forty pixels per module are far finer than any printer needs for a code of a few centimetres.
const pixelsPerModule = 40
// In modules.
const quietZone = 4

/**
 * Renders a QR code to print, with whole pixels per module and the quiet zone that readers need.
 */
export async function renderQrPng(text: string): Promise<Buffer> {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone })
  // Loaded on first use: it takes 30 MB, and few codes are requested as pictures.
  const { default: sharp } = await import('sharp')
  const [black, white] = [0, 255]
  return sharp(Buffer.from(data.flat().map((isDark) => (isDark ? black : white))), {
    raw: { width: size, height: size, channels: 1 },
  })
    .resize(size * pixelsPerModule, null, { kernel: 'nearest' })
    .toColourspace('b-w')
    .png()
    .toBuffer()
}
