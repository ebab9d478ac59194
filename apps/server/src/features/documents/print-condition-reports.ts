import { type AssistantLanguage, type ConditionPhoto, toDay } from '@vitrine/contract'
import { minutes } from '../../base/clock.ts'
import type { Context } from '../../context.ts'
import { splitIntoBatches } from '../../db/batches.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { itemMediaService } from '../items/index.ts'
import { formatWithUnit, type LocalizedText, typeConcepts } from '../object-record/index.ts'
import type {
  ConditionReport,
  ConditionReportInput,
  ItemCondition,
} from './condition-report-paper.ts'
import { toUncachedAnswer } from './one-off.ts'
import { orderQueue } from './orders.ts'
import { toPdfFileName } from './sheets.ts'

const reportLimits = {
  timeoutMs: minutes(2),
  timeoutMessage: 'These reports take too long to print. Please select fewer items.',
}

// Limits per item, because the pictures of a part of the PDF are in memory together.
const maxChecks = 20
const maxPhotos = 12
const itemsPerPart = 10

/** Prints the condition reports of items, in their order, as one PDF. */
export async function printConditionReports(
  { clock, get }: Context,
  lang: AssistantLanguage,
  items: readonly ItemCondition[],
  signal: AbortSignal,
): Promise<FinishedAnswer> {
  const reports = items.map((item) => toReport(item, lang))
  const day = toDay(clock.now())
  const parts = [...splitIntoBatches(reports, itemsPerPart)].map((partReports) => ({
    lang,
    day,
    reports: partReports,
  }))
  const media = get(itemMediaService)
  async function* readPictures(part: ConditionReportInput) {
    for (const picture of part.reports.flatMap(listPictures))
      yield { ...picture, jpeg: await media.printPicture(picture.name, 'medium') }
  }
  const limits = { signal, ...reportLimits }
  const pdf = await get(orderQueue)('conditionReport', parts, limits, readPictures)
  const [item] = items
  const subject = items.length === 1 && item ? item.record.identifier : `${items.length} items`
  return toUncachedAnswer(pdf, toPdfFileName(subject, 'Condition report'))
}

/** Lists the item's picture and the photos of its checks. */
function listPictures({ picture, checks }: ConditionReport): ConditionPhoto[] {
  const photos = checks.flatMap((check) => check.photos)
  return picture ? [picture, ...photos] : photos
}

function toReport(item: ItemCondition, lang: AssistantLanguage): ConditionReport {
  let photosLeft = maxPhotos
  const checks = item.checks.slice(0, maxChecks).map((check) => {
    const photos = check.photos.slice(0, photosLeft)
    photosLeft -= photos.length
    return { ...check, photos }
  })
  const photoCount = item.checks.flatMap(({ photos }) => photos).length
  return {
    ...item,
    checks,
    name: pickText(item.record.names, lang),
    facts: listFacts(item, lang),
    isShortened: item.checks.length > maxChecks || photoCount > maxPhotos,
  }
}

/** Lists the attributes that identify an item by Object ID, each with its label. */
function listFacts({ record }: ItemCondition, lang: AssistantLanguage) {
  const { marks, features } = typeConcepts[record.type].borrowers
  return record.attributes
    .filter(({ key, concept }) => concept || marks.includes(key) || features.includes(key))
    .map((attribute) => {
      const text = pickText(attribute.values, lang)
      return [pickText(attribute.labels, lang), formatWithUnit(attribute, { text, lang })] as const
    })
}

/** Picks the text in this language, else the original; labels are at least in English. */
const pickText = (texts: readonly LocalizedText[], lang: AssistantLanguage): string =>
  (texts.find((text) => text.lang === lang) ?? texts[0])?.text ?? ''
