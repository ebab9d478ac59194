import { type CsvDelimiter, type ItemType, inventoryTypes } from '@vitrine/contract'
import { download } from '../../../client/call.ts'

/** The items with all their attributes, as an upload takes them. */
export const fetchItemCsv = (type: ItemType, ids: number[], delimiter: CsvDelimiter): Promise<Blob> =>
  download(`POST /inventory/${inventoryTypes[type].collection}/csv`, { body: { ids, delimiter } })
