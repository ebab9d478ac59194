import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Locator, Page } from './vitrine.ts'

export interface TestFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A picture that looks like no other, so that nothing is like it either. */
export async function photo(name: string): Promise<TestFile> {
  const raw = { width: 9, height: 8, channels: 3 } as const
  const coarse = sharp(randomBytes(9 * 8 * 3), { raw })
  const buffer = await coarse.resize(360, 320, { kernel: 'nearest' }).png().toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

/** Files that somebody drops on a part of the page. */
export async function drop(page: Page, on: Locator, files: readonly TestFile[]): Promise<void> {
  const plain = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') }))
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, base64 } of ${JSON.stringify(plain)})
      transfer.items.add(new File([Uint8Array.fromBase64(base64)], name, { type: mimeType }))
    return transfer
  })()`)
  await on.dispatchEvent('drop', { dataTransfer })
}
