import { inventoryTypes, type LabelOrder } from '@vitrine/contract'
import { minutes } from '../../../base/clock.ts'
import { fail } from '../../../base/failure.ts'
import type { Finished } from '../../../http/finished.ts'
import { oneOffPdf } from '../one-off-pdf.ts'
import type { OrderQueue } from '../orders.ts'
import { itemsMissing, type SheetSource } from '../sheets.ts'

interface Parts {
  readonly sheets: SheetSource
  readonly orders: OrderQueue
}

const limits = {
  timeoutMs: minutes(2),
  tooLong: 'These labels take too long to print. Please print fewer at once.',
}

export const labelPapers = ({ sheets, orders }: Parts) => ({
  /** In the order of the ids, each as often as it is named; also of what is not shown yet: labels come before the opening. */
  async print(order: LabelOrder, signal: AbortSignal): Promise<Finished> {
    const { type, ids, sheet, used, lang } = order
    const wanted = [...new Set(ids)]
    const known = new Map((await sheets.previews(type, wanted, lang ? [lang] : [])).map((item) => [item.id, item]))
    const items = wanted.map((id) => known.get(id) ?? fail(itemsMissing()))
    const places = new Map(wanted.map((id, index) => [id, index]))
    const labels = ids.map((id) => places.get(id) ?? 0)
    const { foundation } = sheets.imprint()
    const pdf = await orders(
      'labels',
      { type, sheet, used, items, labels, lang: lang ?? 'en', foundation },
      { ...limits, signal },
    )
    return oneOffPdf(pdf, `${inventoryTypes[type].museum} – Labels.pdf`)
  },
})

export type LabelPapers = ReturnType<typeof labelPapers>
