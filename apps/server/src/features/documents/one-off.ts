import { randomUUID } from 'node:crypto'
import {
  dayOf,
  inventoryTypes,
  type LabelOrder,
  labelPlaces,
  type PlaceLabelOrder,
  positionsOf,
  type ReportPaper,
} from '@vitrine/contract'
import type { PaperPicture } from '../../adapters/pdf/papers.ts'
import { printableLine } from '../../adapters/pdf/printable.ts'
import { minutes, seconds } from '../../base/clock.ts'
import { fail, missing } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { readPlaces } from '../../db/places.ts'
import type { Finished } from '../../http/finished.ts'
import {
  attributesAbout,
  type ExchangeRecord,
  type LoanPicture,
  loanService,
  type RecordAttribute,
  roles,
  typeConcepts,
  withUnit,
} from '../exchange/index.ts'
import { type ItemMedia, itemMedia } from '../inventory/index.ts'
import { type LabelInput, type LabelText, labelOfItem } from './label-paper.ts'
import { type Category, pictureName } from './object-id-paper.ts'
import { orderQueue } from './orders.ts'
import { fileName, itemsMissing, sheetSource } from './sheets.ts'
import type { StocktakeInput } from './stocktake-paper.ts'

/** A PDF made for one request and not cached. */
const oneOffPdf = (pdf: Buffer, fileName: string): Finished => ({
  type: 'application/pdf',
  name: randomUUID(),
  cache: 'ask',
  content: { plain: pdf },
  file: { name: fileName, download: true },
})

const labelLimits = {
  timeoutMs: minutes(2),
  tooLong: 'These labels take too long to print. Please print fewer at once.',
}

// So many labels whose letters take turns between two scripts take 80 MB to set; 2,000 at once took 290 MB.
const labelsPerPart = 500

/** In the order of the ids, each as often as it is named; also of what is not shown yet: labels come before the opening. */
export async function printLabels({ get }: Context, order: LabelOrder, signal: AbortSignal): Promise<Finished> {
  const { type, ids, lang } = order
  const { museum, accent } = inventoryTypes[type]
  const sheets = get(sheetSource)
  const known = new Map((await sheets.previews(type, [...new Set(ids)], lang ? [lang] : [])).map((it) => [it.id, it]))
  const look = { title: `${museum}: labels`, accent: accent.light, lang: lang ?? 'en' } as const
  const labelOf = (id: number) => {
    const item = known.get(id)
    return item && labelOfItem(item)
  }
  const pdf = await labelSheet(get, order, look, labelOf, signal)
  return oneOffPdf(pdf, `${museum} – Labels.pdf`)
}

/** Of places, for the phones of staff. */
export async function printPlaceLabels({ db, get, publicUrl }: Context, order: PlaceLabelOrder, signal: AbortSignal) {
  const places = await readPlaces(db)
  if (!order.ids.every((id) => places.get(id))) throw missing('There is no such place.')
  const labelOf = (id: number): LabelText | undefined => {
    const [place, ...above] = places.ancestry(id).toReversed()
    return (
      place && {
        url: `${publicUrl()}/places/${id}`,
        name: printableLine(place.name),
        facts: above.length > 1 ? [printableLine(places.pathOf(above[0]?.id ?? 0))] : [],
        identifier: printableLine(place.code),
        keypad: '',
        isHeard: false,
        description: '',
        language: '',
        notes: [],
        museum: printableLine(above.at(-1)?.name ?? ''),
      }
    )
  }
  const look = { title: 'Labels of places', accent: inventoryTypes.car.accent.light, lang: 'en' } as const
  return oneOffPdf(await labelSheet(get, order, look, labelOf, signal), 'Places – Labels.pdf')
}

function labelSheet(
  get: Context['get'],
  order: SheetOrder,
  look: Pick<LabelInput, 'title' | 'accent' | 'lang'>,
  labelOf: (id: number) => LabelText | undefined,
  signal: AbortSignal,
): Promise<Buffer> {
  const { foundation } = get(sheetSource).imprint()
  const inputs = partsOf(order).map(({ ids, used }) => ({
    ...look,
    ...labelsOf(ids, labelOf),
    sheet: order.sheet,
    used,
    foundation,
  }))
  return get(orderQueue)('labels', inputs, { signal, ...labelLimits })
}

type SheetOrder = Pick<LabelOrder, 'ids' | 'sheet' | 'used'>

/** Whole pages; only the first can have used positions. */
function partsOf({ ids, sheet, used }: SheetOrder) {
  const pagesPerPart = Math.max(1, Math.floor(labelsPerPart / positionsOf(sheet)))
  const places = labelPlaces(sheet, ids.length, used)
  const parts = Map.groupBy(ids.keys(), (label) => Math.floor((places[label]?.page ?? 0) / pagesPerPart))
  return [...parts].map(([part, labels]) => ({
    ids: labels.map((label) => ids[label] ?? 0),
    used: part === 0 ? used : [],
  }))
}

/** Each item once, and which of them is on each label. */
function labelsOf(ids: readonly number[], labelOf: (id: number) => LabelText | undefined) {
  const wanted = [...new Set(ids)]
  const places = new Map(wanted.map((id, index) => [id, index]))
  return {
    items: wanted.map((id) => labelOf(id) ?? fail(itemsMissing())),
    labels: ids.map((id) => places.get(id) ?? 0),
  }
}

const objectIdLimits = {
  timeoutMs: minutes(1),
  tooLong: 'This takes too long to print. Please shorten the description.',
}

// Enough to recognise it by; the others are named by their number.
const maxPictures = 12

export async function printObjectId({ clock, get }: Context, id: number, signal: AbortSignal): Promise<Finished> {
  const { record, pictures } = await get(loanService).read(id)
  const shown = pictures.slice(0, maxPictures)
  const input = {
    record,
    categories: categoriesOf(record),
    pictures: shown,
    all: pictures.length,
    day: dayOf(clock.now()),
  }
  const pictureFiles = () => printed(get(itemMedia), shown)
  const pdf = await get(orderQueue)('objectId', [input], { signal, ...objectIdLimits }, pictureFiles)
  return oneOffPdf(pdf, fileName(record.identifier, 'Object ID'))
}

async function* printed(media: ItemMedia, pictures: readonly LoanPicture[]): AsyncGenerator<PaperPicture> {
  for (const [index, { name, width, height }] of pictures.entries())
    yield { name: pictureName(index), jpeg: await media.printPicture(name, 'screen'), width, height }
}

/** What Object ID asks for, in its words and order, and what the record answers; nothing where none is noted. */
function categoriesOf(record: ExchangeRecord): Category[] {
  const about = (...concepts: Parameters<typeof attributesAbout>[1][]) =>
    concepts.flatMap((concept) => attributesAbout(record, concept))
  const named = (keys: readonly string[]) => record.attributes.filter(({ key }) => keys.includes(key))
  const { marks, features, literature } = typeConcepts[record.type].borrowers
  const titles = [...record.names, ...about('title').map(({ values }) => values[0])]
  return [
    { category: 'Type of object', entries: [[record.is.en, ...plain(about('category'))].join(', ')] },
    { category: 'Materials & techniques', entries: plain(about('technique')) },
    { category: 'Measurements', entries: labelled(about('size', 'measure')) },
    { category: 'Inscriptions & markings', entries: labelled(named(marks)) },
    { category: 'Distinguishing features', entries: labelled(named(features)) },
    { category: 'Title', entries: [...new Set(titles.map(({ text }) => text))] },
    { category: 'Subject', entries: [] },
    { category: 'Date or period', entries: plain(about('date')) },
    {
      category: 'Maker',
      entries: record.makers.map((maker) => `${capitalised(roles[maker.role].en)}: ${inEnglish(maker.values).text}`),
    },
    { category: 'Place of origin', entries: [plain(about('place', 'country')).join(', ')].filter(Boolean) },
    { category: 'Related written material', entries: plain(named(literature)) },
  ]
}

const inEnglish = (values: RecordAttribute['values']) => values.find(({ lang }) => lang === 'en') ?? values[0]

const written = (attribute: RecordAttribute) => withUnit(attribute, inEnglish(attribute.values))

const capitalised = (term: string) => term.replace(/^./, (letter) => letter.toUpperCase())

const plain = (attributes: readonly RecordAttribute[]) => attributes.map(written)

const labelled = (attributes: readonly RecordAttribute[]) =>
  attributes.map((attribute) => `${attribute.labels.find(({ lang }) => lang === 'en')?.text}: ${written(attribute)}`)

const reportLimits = {
  timeoutMs: seconds(60),
  tooLong: 'This report takes too long to print. Please shorten it, or print it in two parts.',
}

export async function printReport({ get }: Context, report: ReportPaper, signal: AbortSignal): Promise<Finished> {
  const { foundation } = get(sheetSource).imprint()
  const pdf = await get(orderQueue)('report', [{ report, foundation }], { signal, ...reportLimits })
  return oneOffPdf(pdf, `Report ${report.startDate} – ${report.endDate}.pdf`)
}

const stocktakeLimits = {
  timeoutMs: minutes(2),
  tooLong: 'This report takes too long to print. Please save the CSV file instead.',
}

export async function printStocktake(
  { get }: Context,
  input: Omit<StocktakeInput, 'foundation'>,
  signal: AbortSignal,
): Promise<Finished> {
  const { foundation } = get(sheetSource).imprint()
  const pdf = await get(orderQueue)('stocktake', [{ ...input, foundation }], { signal, ...stocktakeLimits })
  return oneOffPdf(pdf, fileName(input.campaign.name, 'Stocktake'))
}
