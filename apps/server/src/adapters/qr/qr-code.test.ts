import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readQr } from '../../../test/read-qr.ts'
import { drawQrCode, drawQrCodeAsLines, renderQrPng } from './qr-code.ts'

/** The light margin that readers need, in modules. */
const quietZone = 4

/** Reads the code as it looks on paper. Strokes are in the middle of a row, areas begin at its top. */
function readCode(
  { size, path }: ReturnType<typeof drawQrCode>,
  paint: 'fill' | 'stroke',
): Promise<string | undefined> {
  const left = -quietZone
  const top = paint === 'stroke' ? -quietZone - 0.5 : -quietZone
  const side = size + 2 * quietZone
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="${left} ${top} ${side} ${side}">
    <rect x="${left}" y="${top}" width="${side}" height="${side}" fill="#fff"/>
    <path d="${path}" ${paint}="#000"/></svg>`
  return readQr(Buffer.from(svg))
}

test.for([
  'https://museum.example.org/car/7',
  'http://localhost:3000/art/5',
  `https://example.org/${'long/'.repeat(20)}`,
])('renders a readable code for %s', async (address) => {
  expect(await readCode(drawQrCode(address), 'fill')).toBe(address)
  expect(await readCode(drawQrCodeAsLines(address), 'stroke')).toBe(address)
})

test('draws no margin', () => {
  const { path } = drawQrCode('https://museum.example.org/car/7')
  // The top row of the finder pattern, which is seven modules wide, begins in the corner.
  expect(path).toMatch(/^M0 0h7v1h-7z/)
})

test('renders a readable PNG of forty pixels per module, with the quiet zone', async () => {
  const address = 'https://museum.example.org/art/5'
  const png = await renderQrPng(address)
  expect(await readQr(png)).toBe(address)

  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  const pixelsPerModule = 40
  // A code of version 3, which has room for this address.
  const side = (29 + 2 * quietZone) * pixelsPerModule
  expect([info.width, info.height]).toEqual([side, side])
  const [light, dark] = [255, 0]
  expect(new Set(data)).toEqual(new Set([light, dark]))

  const pixelAt = (x: number, y: number) => data[(y * info.width + x) * info.channels]
  // The first finder pattern is seven modules wide.
  const patternStart = quietZone * pixelsPerModule
  const patternEnd = patternStart + 7 * pixelsPerModule
  expect(pixelAt(patternStart - 1, patternStart)).toBe(light)
  expect(pixelAt(patternStart, patternStart - 1)).toBe(light)
  expect(pixelAt(patternStart, patternStart)).toBe(dark)
  expect(pixelAt(patternEnd - 1, patternStart)).toBe(dark)
})
