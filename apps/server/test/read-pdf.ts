import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readQrPixels } from './read-qr.ts'

export interface ReadPage {
  /** In millimetres. */
  readonly width: number
  readonly height: number
  /** On one line, words that were divided at its end put together again. */
  readonly text: string
  /** The address in its QR code, read from the page as a camera sees it on paper. */
  readonly address: string | undefined
}

let pdfium: Promise<PDFiumLibrary> | undefined

/** What a reader makes of a PDF. */
export async function readPdf(pdf: Uint8Array, { codes = true } = {}): Promise<ReadPage[]> {
  pdfium ??= PDFiumLibrary.init()
  const document = await (await pdfium).loadDocument(pdf)
  try {
    const pages: ReadPage[] = []
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize()
      pages.push({
        width: Math.round((originalWidth / 72) * 25.4),
        height: Math.round((originalHeight / 72) * 25.4),
        text: page
          .getText()
          .replaceAll(/(?:(?!\s)\p{Cc}|\u00ad|\ufffe)\s*/gu, '')
          .replaceAll(/\s+/g, ' '),
        address: codes ? await codeOn(page) : undefined,
      })
    }
    return pages
  } finally {
    document.destroy()
  }
}

type Page = ReturnType<Awaited<ReturnType<PDFiumLibrary['loadDocument']>>['getPage']>

async function codeOn(page: Page): Promise<string | undefined> {
  // At most 216 dots to the inch: less than any telephone sees.
  const scale = page.getOriginalSize().originalWidth > 400 ? 2 : 3
  const { data, width, height } = await page.render({ scale, render: 'bitmap' })
  // Papers of one item have it on the right; the rest is text, in which a reader looks for codes for long.
  const half = rightHalf(data, width)
  return readQrPixels(half, half.length / height / 4, height) ?? readQrPixels(data, width, height)
}

function rightHalf(pixels: Uint8Array, width: number): Uint8Array {
  const from = Math.floor(width / 2) * 4
  const rows: Uint8Array[] = []
  for (let row = 0; row < pixels.length; row += width * 4) rows.push(pixels.subarray(row + from, row + width * 4))
  return Buffer.concat(rows)
}
