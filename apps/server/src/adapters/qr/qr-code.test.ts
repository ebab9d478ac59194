import { expect, test } from 'vitest'
import { readQr } from '../../../test/read-qr.ts'
import { qrCode } from './qr-code.ts'

/** What a reader sees: the code on paper, with light around it. */
function read(text: string): Promise<string | undefined> {
  const { size, path } = qrCode(text)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="-4 -4 ${size + 8} ${size + 8}">
    <path d="M-4-4h99v99h-99z" fill="#fff"/><path d="${path}"/></svg>`
  return readQr(Buffer.from(svg))
}

test.for([
  'https://museum.example.org/car/7',
  'http://localhost:3000/art/5',
  `https://example.org/${'long/'.repeat(20)}`,
])('%s is read back', async (address) => {
  expect(await read(address)).toBe(address)
})

test('there is no margin', () => {
  const { path } = qrCode('https://museum.example.org/car/7')
  expect(path).toMatch(/^M0 0h7v1h-7z/)
})
