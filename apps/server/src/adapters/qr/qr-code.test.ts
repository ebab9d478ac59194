import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readQr } from '../../../test/read-qr.ts'
import { drawQrCode, drawQrCodeAsLines, renderQrPng } from './qr-code.ts'

/** The light margin that readers need, in modules. */
const quietZone = 4

/** Draws a code with its quiet zone, and reads it. */
function readDrawnCode(
  { size, path }: ReturnType<typeof drawQrCode>,
  paint: 'fill' | 'stroke',
): Promise<string | undefined> {
  const left = -quietZone
  // A stroke at y = 0 covers half a module above it; an area begins there.
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
  expect(await readDrawnCode(drawQrCode(address), 'fill')).toBe(address)
  expect(await readDrawnCode(drawQrCodeAsLines(address), 'stroke')).toBe(address)
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
  const modulesPerSide = 29
  const side = (modulesPerSide + 2 * quietZone) * pixelsPerModule
  expect([info.width, info.height]).toEqual([side, side])
  const [light, dark] = [255, 0]
  expect(new Set(data)).toEqual(new Set([light, dark]))

  const readPixel = (x: number, y: number) => data[(y * info.width + x) * info.channels]
  const finderPatternModules = 7
  const patternStart = quietZone * pixelsPerModule
  const patternEnd = patternStart + finderPatternModules * pixelsPerModule
  expect(readPixel(patternStart - 1, patternStart)).toBe(light)
  expect(readPixel(patternStart, patternStart - 1)).toBe(light)
  expect(readPixel(patternStart, patternStart)).toBe(dark)
  expect(readPixel(patternEnd - 1, patternStart)).toBe(dark)
})
