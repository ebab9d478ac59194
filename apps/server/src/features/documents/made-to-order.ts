import { randomUUID } from 'node:crypto'
import type { Finished } from '../../http/finished.ts'

/** A paper that nobody will ask for a second time: it is handed over and forgotten. */
export const madeToOrder = (pdf: Buffer, fileName: string): Finished => ({
  type: 'application/pdf',
  name: randomUUID(),
  cache: 'ask',
  content: { plain: pdf },
  file: { name: fileName, download: true },
})
