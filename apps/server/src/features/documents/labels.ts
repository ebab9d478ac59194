import { inventoryTypes, type LabelOrder } from '@vitrine/contract'
import type { Papers } from '../../adapters/pdf/papers.ts'
import { conflict } from '../../failure.ts'
import type { Finished } from '../../http/finished.ts'
import { labelPaper } from './label-paper.ts'
import { madeToOrder } from './made-to-order.ts'
import type { SheetSource } from './sheets.ts'

interface Parts {
  readonly sheets: SheetSource
  readonly papers: Papers
}

export const labelPapers = ({ sheets, papers }: Parts) => ({
  /** In the order of the ids, each as often as it is named; also of what is not shown yet: labels come before the opening. */
  async print(order: LabelOrder): Promise<Finished> {
    const { type, ids } = order
    const known = new Map((await sheets.all(type, 'also hidden')).map((sheet) => [sheet.id, sheet]))
    const items = ids.flatMap((id) => known.get(id) ?? [])
    if (items.length < ids.length) {
      throw conflict('Some of the items are gone. Please reload the list and choose again.')
    }
    const pdf = await papers.render(labelPaper(items, order, sheets.house()))
    return madeToOrder(pdf, `${inventoryTypes[type].museum} – Labels.pdf`)
  },
})

export type LabelPapers = ReturnType<typeof labelPapers>
