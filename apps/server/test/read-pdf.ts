import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readQrPixels } from './read-qr.ts'

export interface PdfPage {
  /** In millimetres. */
  readonly width: number
  readonly height: number
  /** On one line, words that were divided at its end put together again. */
  readonly text: string
  /** The address in its QR code, read from the page as a camera sees it on paper, where `codes` asks for it. */
  readonly address: string | undefined
}

let pdfium: Promise<PDFiumLibrary> | undefined

/** The pages of a PDF as a reader sees them; to look for codes takes far longer than to read the words. */
export async function readPdf(pdf: Uint8Array, { codes = false } = {}): Promise<PdfPage[]> {
  pdfium ??= PDFiumLibrary.init()
  const document = await (await pdfium).loadDocument(pdf)
  try {
    const pages: PdfPage[] = []
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
  return readQrPixels(data, width, height)
}
