import { encode } from 'uqr'

/** A QR code without margin: its dark modules as the data of an SVG path, one unit to a module. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'L', border: 0 })
  return { size, path: data.map(rowPath).join('') }
}

/** Neighbours in a row are drawn as one bar: half the length, and no hairlines between them. */
function rowPath(row: readonly boolean[], y: number): string {
  const modules = row.map((dark) => (dark ? '1' : '0')).join('')
  return [...modules.matchAll(/1+/g)]
    .map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`)
    .join('')
}
