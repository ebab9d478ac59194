import { writeFile } from 'node:fs/promises'
import {
  type PaperOrder,
  PaperOrderRejected,
  type PaperRenderer,
} from '../src/adapters/pdf/papers.ts'
import { Failure } from '../src/base/failure.ts'
import { layOut } from '../src/features/documents/layouts.ts'
import type { LayoutOrder } from '../src/features/documents/orders.ts'

const pdf = Buffer.from('%PDF-1.7\n')

/**
 * Lays papers out and reads their pictures, but does not render them. For tests of access, limits
 * and odd input: they get the same errors, without the seconds that Typst takes.
 */
export const papersWithoutTypst: PaperRenderer = {
  async render(order) {
    return { pdf, shortenedPages: await layOutOrder(order) }
  },
  async renderToFile(orders, file) {
    let shortenedPages = 0
    for (const order of orders) shortenedPages += await layOutOrder(order)
    await writeFile(file, pdf)
    return { shortenedPages }
  },
  async close() {},
}

async function layOutOrder({ input, pictures }: PaperOrder): Promise<number> {
  await Array.fromAsync(pictures())
  try {
    return layOut(input as LayoutOrder).shortenedPages ?? 0
  } catch (error) {
    throw error instanceof PaperOrderRejected ? new Failure('tooLarge', error.message) : error
  }
}
