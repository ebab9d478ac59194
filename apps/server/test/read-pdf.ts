import { PDFiumLibrary } from '@hyzyla/pdfium'
import { readQrPixels } from './read-qr.ts'

export interface PdfPage {
  /** Width in millimetres. */
  readonly width: number
  /** Height in millimetres. */
  readonly height: number
  /** Text as one line, without the hyphenation of words. */
  readonly text: string
  /** Content of the QR code on the rendered page; only read with the option `codes`. */
  readonly address: string | undefined
}

let pdfium: Promise<PDFiumLibrary> | undefined

/** Reads the pages of a PDF. Reading QR codes takes far longer than reading text. */
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
        address: codes ? await readCode(page) : undefined,
      })
    }
    return pages
  } finally {
    document.destroy()
  }
}

type Page = ReturnType<Awaited<ReturnType<PDFiumLibrary['loadDocument']>>['getPage']>

async function readCode(page: Page): Promise<string | undefined> {
  // At most 216 dots per inch, less than the cameras of phones resolve.
  const scale = page.getOriginalSize().originalWidth > 400 ? 2 : 3
  const { data, width, height } = await page.render({ scale, render: 'bitmap' })
  return readQrPixels(data, width, height)
}
