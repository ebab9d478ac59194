import { toDay } from '@vitrine/contract'
import type { PaperPicture } from '../../adapters/pdf/papers.ts'
import { minutes } from '../../base/clock.ts'
import type { Context } from '../../context.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { type ItemMediaService, itemMediaService } from '../items/index.ts'
import {
  findAttributes,
  formatWithUnit,
  makerRoles,
  type ObjectRecord,
  type RecordAttribute,
  typeConcepts,
} from '../object-record/index.ts'
import {
  type ObjectIdCategory,
  type ObjectIdPicture,
  toObjectIdPictureName,
} from './object-id-paper.ts'
import { toUncachedAnswer } from './one-off.ts'
import { orderQueue } from './orders.ts'
import { toPdfFileName } from './sheets.ts'

const objectIdLimits = {
  timeoutMs: minutes(1),
  timeoutMessage: 'This takes too long to print. Please shorten the description.',
}

// Enough to recognise the object; the paper says how many more there are.
const maxPictures = 12

interface LentItem {
  readonly record: ObjectRecord
  readonly pictures: readonly ObjectIdPicture[]
}

export async function printObjectId(
  { clock, get }: Context,
  { record, pictures }: LentItem,
  signal: AbortSignal,
): Promise<FinishedAnswer> {
  const shownPictures = pictures.slice(0, maxPictures)
  const input = {
    record,
    categories: toCategories(record),
    pictures: shownPictures,
    pictureCount: pictures.length,
    day: toDay(clock.now()),
  }
  const readPictureFiles = () => readPictures(get(itemMediaService), shownPictures)
  const pdf = await get(orderQueue)(
    'objectId',
    [input],
    { signal, ...objectIdLimits },
    readPictureFiles,
  )
  return toUncachedAnswer(pdf, toPdfFileName(record.identifier, 'Object ID'))
}

async function* readPictures(
  media: ItemMediaService,
  pictures: readonly ObjectIdPicture[],
): AsyncGenerator<PaperPicture> {
  for (const [index, { name, width, height }] of pictures.entries())
    yield {
      name: toObjectIdPictureName(index),
      jpeg: await media.printPicture(name, 'screen'),
      width,
      height,
    }
}

type Concept = Parameters<typeof findAttributes>[1]

/**
 * Lists the categories of Object ID in the standard's terms and order, without entries if nothing
 * is recorded.
 */
function toCategories(record: ObjectRecord): ObjectIdCategory[] {
  const findByConcepts = (...concepts: Concept[]) =>
    concepts.flatMap((concept) => findAttributes(record, concept))
  const findByKeys = (keys: readonly string[]) =>
    record.attributes.filter(({ key }) => keys.includes(key))
  const { marks, features, literature } = typeConcepts[record.type].borrowers
  const titles = [...record.names, ...findByConcepts('title').map(({ values }) => values[0])]
  return [
    {
      category: 'Type of object',
      entries: [[record.workType.en, ...formatAll(findByConcepts('category'))].join(', ')],
    },
    { category: 'Materials & techniques', entries: formatAll(findByConcepts('technique')) },
    { category: 'Measurements', entries: formatLabelled(findByConcepts('size', 'measure')) },
    { category: 'Inscriptions & markings', entries: formatLabelled(findByKeys(marks)) },
    { category: 'Distinguishing features', entries: formatLabelled(findByKeys(features)) },
    { category: 'Title', entries: [...new Set(titles.map(({ text }) => text))] },
    { category: 'Subject', entries: [] },
    { category: 'Date or period', entries: formatAll(findByConcepts('date')) },
    {
      category: 'Maker',
      entries: record.makers.map(
        (maker) =>
          `${capitalise(makerRoles[maker.role].en)}: ${findEnglishValue(maker.values).text}`,
      ),
    },
    {
      category: 'Place of origin',
      entries: [formatAll(findByConcepts('place', 'country')).join(', ')].filter(Boolean),
    },
    { category: 'Related written material', entries: formatAll(findByKeys(literature)) },
  ]
}

const findEnglishValue = (values: RecordAttribute['values']) =>
  values.find(({ lang }) => lang === 'en') ?? values[0]

const formatAttribute = (attribute: RecordAttribute) =>
  formatWithUnit(attribute, findEnglishValue(attribute.values))

const capitalise = (term: string) => term.replace(/^./, (letter) => letter.toUpperCase())

const formatAll = (attributes: readonly RecordAttribute[]) => attributes.map(formatAttribute)

const formatLabelled = (attributes: readonly RecordAttribute[]) =>
  attributes.map((attribute) => {
    const label = attribute.labels.find(({ lang }) => lang === 'en')
    return `${label?.text}: ${formatAttribute(attribute)}`
  })
