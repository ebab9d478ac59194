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
  reader: SheetReader,
  order: MergeOrder,
): Promise<MergedPaper> {
  const { type, languages } = order
  const sheets = await readSheets(reader, order)
  return { type, languages, sheets, key: toPaperCacheKey(sheets, languages, reader.imprint()) }
}

async function readSheets(
  reader: SheetReader,
  { type, ids, languages }: MergeOrder,
): Promise<Sheet[]> {
  if (ids) {
    // Staff may also choose items that are not public.
    const uniqueIds = [...new Set(ids)]
    const sheets = await reader.listPreviews(type, uniqueIds, languages)
    const sheetsById = new Map(sheets.map((sheet) => [sheet.id, sheet]))
    return uniqueIds.map((id) => sheetsById.get(id) ?? fail(createItemsGoneFailure()))
  }

  const count = await reader.count(type)
  if (count === 0) throw notFound('There is nothing to print yet.')
  if (count > maxMergedPages)
    throw new Failure(
      'tooLarge',
      `One PDF holds at most ${maxMergedPages} items, and these are ${count}. Please choose fewer.`,
    )
  return reader.listPublic(type, languages)
}
