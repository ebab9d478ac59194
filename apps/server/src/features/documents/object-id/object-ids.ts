import { dayOf } from '@vitrine/contract'
import type { PaperPicture } from '../../../adapters/pdf/papers.ts'
import { type Clock, minutes } from '../../../base/clock.ts'
import type { Finished } from '../../../http/finished.ts'
import type { LoanPicture, LoanService } from '../../exchange/index.ts'
import type { ItemMedia } from '../../inventory/index.ts'
import { oneOffPdf } from '../one-off-pdf.ts'
import type { OrderQueue } from '../orders.ts'
import { fileName } from '../sheets.ts'
import { categoriesOf } from './categories.ts'
import { pictureName } from './object-id-paper.ts'

interface Parts {
  readonly loans: LoanService
  readonly media: ItemMedia
  readonly orders: OrderQueue
  readonly clock: Clock
}

const limits = {
  timeoutMs: minutes(1),
  tooLong: 'This takes too long to print. Please shorten the description.',
}

// Enough to recognise it by; the others are named by their number.
const maxPictures = 12

export const objectIds = ({ loans, media, orders, clock }: Parts) => ({
  async print(id: number, signal: AbortSignal): Promise<Finished> {
    const { record, pictures } = await loans.read(id)
    const shown = pictures.slice(0, maxPictures)
    const input = {
      record,
      categories: categoriesOf(record),
      pictures: shown,
      all: pictures.length,
      day: dayOf(clock.now()),
    }
    const pdf = await orders('objectId', [input], { ...limits, signal }, () => printed(media, shown))
    return oneOffPdf(pdf, fileName(record.identifier, 'Object ID'))
  },
})

export type ObjectIds = ReturnType<typeof objectIds>

async function* printed(media: ItemMedia, pictures: readonly LoanPicture[]): AsyncGenerator<PaperPicture> {
  for (const [index, { name, width, height }] of pictures.entries())
    yield { name: pictureName(index), jpeg: await media.printPicture(name, 'screen'), width, height }
}
