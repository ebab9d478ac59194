import {
  inventoryTypes,
  type LabelRequest,
  labelsPerPage,
  layOutLabels,
  type PaperLanguages,
  type PlaceLabelRequest,
} from '@vitrine/contract'
import { toPrintableLine } from '../../adapters/pdf/printable.ts'
import { minutes } from '../../base/clock.ts'
import { fail, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { readPlaceTree } from '../../items/places.ts'
import { type LabelInput, type LabelText, toLabelText } from './label-paper.ts'
import { toUncachedAnswer } from './one-off.ts'
import { orderQueue } from './orders.ts'
import { createItemsGoneFailure, sheetReader } from './sheets.ts'

const labelLimits = {
  timeoutMs: minutes(2),
  timeoutMessage: 'These labels take too long to print. Please print fewer at once.',
}

// Measured with labels that mix two scripts: 500 take 80 MB to set, 2,000 take 290 MB.
const labelsPerPart = 500

/**
 * Prints a label per id, in order and with repetitions; also for withdrawn items, which are
 * labelled in advance.
 */
export async function printLabels(
  { get }: Context,
  order: LabelRequest,
  signal: AbortSignal,
): Promise<FinishedAnswer> {
  const { type, ids, lang } = order
  const { museum, accent } = inventoryTypes[type]
  const languages: PaperLanguages = lang ? [lang] : []
  const items = await get(sheetReader).listPreviews(type, [...new Set(ids)], languages)
  const itemsById = new Map(items.map((item) => [item.id, item]))
  const look = { title: `${museum}: labels`, accent: accent.light, lang: lang ?? 'en' } as const
  const getLabelText = (id: number) => {
    const item = itemsById.get(id)
    return item && toLabelText(item)
  }
  const pdf = await renderLabels(get, { order, look, getLabelText, signal })
  return toUncachedAnswer(pdf, `${museum} – Labels.pdf`)
}

/** Prints labels of places, whose codes open the staff app. */
export async function printPlaceLabels(
  { db, get, publicUrl }: Context,
  order: PlaceLabelRequest,
  signal: AbortSignal,
) {
  const places = await readPlaceTree(db)
  if (!order.ids.every((id) => places.get(id))) throw notFound('There is no such place.')
  const getLabelText = (id: number): LabelText | undefined => {
    const [place, parent, ...higherPlaces] = places.ancestry(id).toReversed()
    if (!place) return undefined
    const topPlace = higherPlaces.at(-1) ?? parent
    // The foot of the label names the top place, which may be the parent.
    const showsPath = parent !== undefined && parent !== topPlace
    return {
      url: `${publicUrl()}/places/${id}`,
      name: toPrintableLine(place.name),
      facts: showsPath ? [toPrintableLine(places.pathOf(parent.id))] : [],
      identifier: toPrintableLine(place.code),
      keypad: '',
      isHeard: false,
      description: '',
      language: '',
      notes: [],
      museum: toPrintableLine(topPlace?.name ?? ''),
    }
  }
  const look = {
    title: 'Labels of places',
    accent: inventoryTypes.car.accent.light,
    lang: 'en',
  } as const
  const pdf = await renderLabels(get, { order, look, getLabelText, signal })
  return toUncachedAnswer(pdf, 'Places – Labels.pdf')
}

interface LabelJob {
  readonly order: LabelPositions
  readonly look: Pick<LabelInput, 'title' | 'accent' | 'lang'>
  /** Undefined for an id that does not exist. */
  readonly getLabelText: (id: number) => LabelText | undefined
  readonly signal: AbortSignal
}

function renderLabels(
  get: Context['get'],
  { order, look, getLabelText, signal }: LabelJob,
): Promise<Buffer> {
  const { foundation } = get(sheetReader).imprint()
  const inputs = splitIntoParts(order).map(({ ids, used }) => ({
    ...look,
    ...shareRepeatedLabels(ids, getLabelText),
    sheet: order.sheet,
    used,
    foundation,
  }))
  return get(orderQueue)('labels', inputs, { signal, ...labelLimits })
}

/** The subjects of the labels, and where on the sheets they are printed. */
type LabelPositions = Pick<LabelRequest, 'ids' | 'sheet' | 'used'>

/** Splits an order into parts of whole pages; only the first page can have used positions. */
function splitIntoParts({ ids, sheet, used }: LabelPositions) {
  const pagesPerPart = Math.max(1, Math.floor(labelsPerPart / labelsPerPage(sheet)))
  const positions = layOutLabels(sheet, ids.length, used)
  const labelIndexesByPart = Map.groupBy(ids.keys(), (labelIndex) =>
    Math.floor((positions[labelIndex]?.page ?? 0) / pagesPerPart),
  )
  return [...labelIndexesByPart].map(([partIndex, labelIndexes]) => ({
    ids: labelIndexes.map((labelIndex) => ids[labelIndex] ?? 0),
    used: partIndex === 0 ? used : [],
  }))
}

/** Lists each item once, and for each label the index of its item. */
function shareRepeatedLabels(
  ids: readonly number[],
  getLabelText: (id: number) => LabelText | undefined,
) {
  const uniqueIds = [...new Set(ids)]
  const indexById = new Map(uniqueIds.map((id, index) => [id, index]))
  return {
    items: uniqueIds.map((id) => getLabelText(id) ?? fail(createItemsGoneFailure())),
    labels: ids.map((id) => indexById.get(id) ?? 0),
  }
}
