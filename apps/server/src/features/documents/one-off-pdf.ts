import { randomUUID } from 'node:crypto'
import type { Finished } from '../../http/finished.ts'

/** A PDF made for one request and not cached. */
export const oneOffPdf = (pdf: Buffer, fileName: string): Finished => ({
  type: 'application/pdf',
  name: randomUUID(),
  cache: 'ask',
  content: { plain: pdf },
  file: { name: fileName, download: true },
})
