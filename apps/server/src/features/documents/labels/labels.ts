import { inventoryTypes, type LabelOrder, labelPlaces, positionsOf } from '@vitrine/contract'
import { minutes } from '../../../base/clock.ts'
import { fail } from '../../../base/failure.ts'
import type { Finished } from '../../../http/finished.ts'
import { oneOffPdf } from '../one-off-pdf.ts'
import type { OrderQueue } from '../orders.ts'
import type { Sheet } from '../sheet.ts'
import { itemsMissing, type SheetSource } from '../sheets.ts'

interface Parts {
  readonly sheets: SheetSource
  readonly orders: OrderQueue
}

const limits = {
  timeoutMs: minutes(2),
  tooLong: 'These labels take too long to print. Please print fewer at once.',
}

// So many labels whose letters take turns between two scripts take 80 MB to set; 2,000 at once took 290 MB.
const labelsPerPart = 500

export const labelPapers = ({ sheets, orders }: Parts) => ({
  /** In the order of the ids, each as often as it is named; also of what is not shown yet: labels come before the opening. */
  async print(order: LabelOrder, signal: AbortSignal): Promise<Finished> {
    const { type, ids, sheet, lang } = order
    const known = new Map((await sheets.previews(type, [...new Set(ids)], lang ? [lang] : [])).map((it) => [it.id, it]))
    const { foundation } = sheets.imprint()
    const inputs = partsOf(order).map((part) => ({
      type,
      sheet,
      ...labelsOf(part.ids, known),
      used: part.used,
      lang: lang ?? 'en',
      foundation,
    }))
    const pdf = await orders('labels', inputs, { ...limits, signal })
    return oneOffPdf(pdf, `${inventoryTypes[type].museum} – Labels.pdf`)
  },
})

/** Whole pages; only the first can have used positions. */
function partsOf({ ids, sheet, used }: LabelOrder) {
  const pagesPerPart = Math.max(1, Math.floor(labelsPerPart / positionsOf(sheet)))
  const places = labelPlaces(sheet, ids.length, used)
  const parts = Map.groupBy(ids.keys(), (label) => Math.floor((places[label]?.page ?? 0) / pagesPerPart))
  return [...parts].map(([part, labels]) => ({
    ids: labels.map((label) => ids[label] ?? 0),
    used: part === 0 ? used : [],
  }))
}

/** Each item once, and which of them is on each label. */
function labelsOf(ids: readonly number[], known: ReadonlyMap<number, Sheet>) {
  const wanted = [...new Set(ids)]
  const places = new Map(wanted.map((id, index) => [id, index]))
  return {
    items: wanted.map((id) => known.get(id) ?? fail(itemsMissing())),
    labels: ids.map((id) => places.get(id) ?? 0),
  }
}

export type LabelPapers = ReturnType<typeof labelPapers>
