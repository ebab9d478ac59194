import { type CsvDelimiter, type ItemType, inventoryTypes } from '@vitrine/contract'
import { download } from '../../../client/call.ts'

/** The items with all their attributes, or with these columns, as an upload takes them. */
export const fetchItemCsv = (
  type: ItemType,
  ids: number[],
  delimiter: CsvDelimiter,
  columns?: readonly string[],
): Promise<Blob> =>
  download(`POST /inventory/${inventoryTypes[type].collection}/csv`, {
    body: { ids, delimiter, ...(columns && { columns: [...columns] }) },
  })
