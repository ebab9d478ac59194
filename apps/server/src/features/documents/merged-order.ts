import { type ItemType, maxMergedPages, type PaperLanguages } from '@vitrine/contract'
import { Failure, fail, notFound } from '../../base/failure.ts'
import type { Sheet } from './sheet.ts'
import { createItemsGoneFailure, type SheetReader, toPaperCacheKey } from './sheets.ts'

export interface MergeOrder {
  readonly type: ItemType
  /** The items in order; if missing, all public items. */
  readonly ids?: readonly number[]
  readonly languages: PaperLanguages
}

export interface MergedPaper {
  readonly type: ItemType
  readonly languages: PaperLanguages
  readonly sheets: readonly Sheet[]
  /** The cache key: it changes with the content. */
  readonly key: string
}

export async function readMergedPaper(
  source: SheetReader,
  order: MergeOrder,
): Promise<MergedPaper> {
  const { type, languages } = order
  const sheets = await readSheets(source, order)
  return { type, languages, sheets, key: toPaperCacheKey(sheets, languages, source.imprint()) }
}

async function readSheets(
  source: SheetReader,
  { type, ids, languages }: MergeOrder,
): Promise<Sheet[]> {
  if (ids) {
    const uniqueIds = [...new Set(ids)]
    const sheets = await source.listPreviews(type, uniqueIds, languages)
    const sheetsById = new Map(sheets.map((sheet) => [sheet.id, sheet]))
    return uniqueIds.map((id) => sheetsById.get(id) ?? fail(createItemsGoneFailure()))
  }

  const count = await source.count(type)
  if (count === 0) throw notFound('There is nothing to print yet.')
  if (count > maxMergedPages)
    throw new Failure(
      'tooLarge',
      `One PDF holds at most ${maxMergedPages} items, and these are ${count}. Please choose fewer.`,
    )
  return source.listPublic(type, languages)
}
