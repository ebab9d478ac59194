import { encode } from 'uqr'

// To try all eight takes ten times as long as the rest. By the rules for choosing one, this one is as good on addresses
// at its worst as the chosen ones are at their worst.
const maskPattern = 2

/** A QR code without margin: its dark modules as the data of an SVG path, one unit to a module. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'L', border: 0, maskPattern })
  let path = ''
  for (const [y, row] of data.entries()) path += rowPath(row, y)
  return { size, path }
}

/** Neighbours in a row are drawn as one bar: half the length, and no hairlines between them. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let start = row.indexOf(true); start >= 0; ) {
    const light = row.indexOf(false, start)
    const end = light < 0 ? row.length : light
    path += `M${start} ${y}h${end - start}v1h-${end - start}z`
    start = row.indexOf(true, end)
  }
  return path
}
