import { randomUUID } from 'node:crypto'
import {
  type CsvPictureColumn,
  type CsvRequest,
  conditionColumn,
  conditionNames,
  csvFieldsAfterAttributes,
  csvFieldsBeforeAttributes,
  csvPictureColumns,
  downloadFileName,
  type ItemFieldName,
  type ItemType,
  listTranslatableFields,
  type TranslationColumn,
  toCsvText,
  translationColumns,
} from '@vitrine/contract'
import { Failure, overloaded } from '../../../base/failure.ts'
import { createQueue } from '../../../base/queue.ts'
import type { Context } from '../../../context.ts'
import { splitIntoYieldingBatches } from '../../../db/batches.ts'
import type { Db } from '../../../db/tables.ts'
import type { FinishedAnswer } from '../../../http/finished.ts'
import { type ItemState, resolveOriginalLanguage, type StatePicture } from '../../../items/item.ts'
import { itemStore } from '../../../items/store.ts'
import { readAttributes } from '../../attributes/index.ts'

/** Requests are served between batches: ten items with the longest texts are about a megabyte. */
const itemsPerBatch = 10
/** A larger file is refused, because it is held in memory until it is sent. */
const maxFileBytes = 64 * 1024 * 1024

const createTooLargeFailure = () =>
  new Failure(
    'tooLarge',
    'These items have more text than fits into one file. Please filter the list and save it in parts.',
  )

/**
 * Renders items as CSV files whose headings an upload accepts; with all columns unless some are
 * chosen.
 */
export const itemCsvExport = ({ db }: Context) => {
  // One at a time, because each file is held in memory.
  const queue = createQueue({ concurrency: 1, maxWaiting: 4, rejection: overloaded })

  async function render(
    type: ItemType,
    { ids, columns, delimiter }: CsvRequest,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const allColumns = await readCsvColumns(db, type)
    const headings = columns ? [...new Set(['identifier', ...columns])] : allColumns.headings
    const parts = [Buffer.from(toCsvText([headings], delimiter))]
    let totalBytes = 0
    // Each item appears once, because an upload rejects duplicate rows.
    for await (const batch of splitIntoYieldingBatches([...new Set(ids)], itemsPerBatch)) {
      signal.throwIfAborted()
      const items = await itemStore(db).findOfType(type, batch)
      const conditions = await itemStore(db).readConditions(batch)
      const rows: string[][] = []
      for (const id of batch) {
        const item = items.get(id)
        if (!item || item.state.archived) continue
        const values = toCsvValues(item.state, allColumns)
        const condition = conditions.get(id)
        if (condition) values.set(conditionColumn, conditionNames[condition])
        rows.push(headings.map((heading) => values.get(heading) ?? ''))
      }
      // Only the first part has the byte order mark.
      const part = Buffer.from(toCsvText(rows, delimiter).slice(1))
      totalBytes += part.length
      if (totalBytes > maxFileBytes) throw createTooLargeFailure()
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  return async (
    type: ItemType,
    request: CsvRequest,
    signal: AbortSignal,
  ): Promise<FinishedAnswer> => ({
    type: 'text/csv; charset=utf-8',
    etag: randomUUID(),
    cache: 'revalidate',
    content: { plain: await queue(() => render(type, request, signal), { signal }) },
    file: { name: downloadFileName(type, 'inventory', 'csv'), download: true },
  })
}

/** Columns of a CSV file of items: fields, attributes, then the columns added in later versions. */
export interface ItemCsvColumns {
  readonly headings: readonly string[]
  readonly fields: readonly ItemFieldName[]
  readonly attributes: readonly string[]
  readonly translations: readonly TranslationColumn[]
  readonly pictures: readonly CsvPictureColumn[]
}

/** Lists the columns of a type. An attribute takes precedence over a column of the same name. */
export async function readCsvColumns(db: Db, type: ItemType): Promise<ItemCsvColumns> {
  const catalogue = await readAttributes(db, type)
  const activeKeys = catalogue.filter(({ retired }) => !retired).map(({ tag_key }) => tag_key)
  const usedKeys = await itemStore(db).listUsedTagKeys(type)
  const attributes = [...new Set([...activeKeys, ...usedKeys])]
  const isFree = (column: string) => !attributes.includes(column)
  const fieldsAfter = csvFieldsAfterAttributes.filter(isFree)
  const translations = translationColumns(listTranslatableFields(catalogue)).filter(({ column }) =>
    isFree(column),
  )
  const pictures = csvPictureColumns.filter(isFree)
  const headings = [
    ...csvFieldsBeforeAttributes,
    ...attributes,
    ...fieldsAfter,
    ...translations.map(({ column }) => column),
    ...pictures,
  ]
  return {
    headings,
    fields: [...csvFieldsBeforeAttributes, ...fieldsAfter],
    attributes,
    translations,
    pictures,
  }
}

const pictureValues: Record<CsvPictureColumn, (picture: StatePicture) => string> = {
  picture_credit: ({ credit }) => credit,
  picture_licence: ({ licence }) => licence,
  picture_alt_fr: ({ alt }) => alt.fr,
  picture_alt_de: ({ alt }) => alt.de,
  picture_alt_en: ({ alt }) => alt.en,
}

/** Lists the values of an item by column. */
export function toCsvValues(state: ItemState, columns: ItemCsvColumns): Map<string, string> {
  const [picture] = state.pictures
  const fields = { ...state, language: resolveOriginalLanguage(state) }
  return new Map([
    ...columns.pictures.map(
      (column) => [column, picture ? pictureValues[column](picture) : ''] as const,
    ),
    ...columns.translations.map(
      ({ column, field, lang }) => [column, state.texts[lang]?.[field]?.text ?? ''] as const,
    ),
    ...Object.entries(state.tags),
    ...columns.fields.map((name) => [name, fields[name]] as const),
  ])
}
