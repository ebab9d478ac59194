import { createMosaic } from '../apps/server/test/media-files.ts'
import type { Locator, Page } from './vitrine.ts'

export interface TestFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** Creates a picture that differs from all others. */
export const createPhoto = async (name: string): Promise<TestFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await createMosaic().png().toBuffer(),
})

/** Drops files on an element, as from the desktop of the computer. */
export async function dropFiles(
  page: Page,
  target: Locator,
  files: readonly TestFile[],
): Promise<void> {
  const encodedFiles = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, base64 } of ${JSON.stringify(encodedFiles)})
      transfer.items.add(new File([Uint8Array.fromBase64(base64)], name, { type: mimeType }))
    return transfer
  })()`)
  await target.dispatchEvent('drop', { dataTransfer })
}
