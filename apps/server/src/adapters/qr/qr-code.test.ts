import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readQr } from '../../../test/read-qr.ts'
import { drawQrCode, drawQrCodeAsLines, renderQrPng } from './qr-code.ts'

/** Renders the code as a reader sees it on paper, with a light margin. */
function readCode(
  { size, path }: ReturnType<typeof drawQrCode>,
  paint: string,
  top = 0,
): Promise<string | undefined> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="-4 ${top - 4} ${size + 8} ${size + 8}">
    <path d="M-4-5h99v99h-99z" fill="#fff"/><path d="${path}" ${paint}/></svg>`
  return readQr(Buffer.from(svg))
}

test.for([
  'https://museum.example.org/car/7',
  'http://localhost:3000/art/5',
  `https://example.org/${'long/'.repeat(20)}`,
])('renders a readable code for %s', async (address) => {
  expect(await readCode(drawQrCode(address), 'fill="#000"')).toBe(address)
  expect(await readCode(drawQrCodeAsLines(address), 'stroke="#000"', -0.5)).toBe(address)
})

test('draws no margin', () => {
  const { path } = drawQrCode('https://museum.example.org/car/7')
  expect(path).toMatch(/^M0 0h7v1h-7z/)
})

test('renders a readable PNG of forty pixels per module, with a margin of four', async () => {
  const address = 'https://museum.example.org/art/5'
  const png = await renderQrPng(address)
  expect(await readQr(png)).toBe(address)
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([37 * 40, 37 * 40])
  const pixelAt = (x: number, y: number) => data[(y * info.width + x) * info.channels]
  // The margin ends after 160 pixels; the first pattern is seven modules wide.
  expect([
    pixelAt(159, 160),
    pixelAt(160, 159),
    pixelAt(160, 160),
    pixelAt(7 * 40 + 159, 160),
  ]).toEqual([255, 255, 0, 0])
  expect(new Set(data)).toEqual(new Set([0, 255]))
})
