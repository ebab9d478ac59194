import {
  type CsvDelimiter,
  downloadFileName,
  type ItemType,
  inventoryTypes,
} from '@vitrine/contract'
import { downloadFile } from '../../../client/call.ts'
import type { CsvSource } from '../../../ui/lists/csv-download.tsx'

export interface ItemCsvOptions {
  /** The columns that were chosen, if they are not the usual ones. */
  readonly columns: readonly string[] | undefined
  readonly rows: CsvSource['rows']
  readonly ids: () => number[]
}

/** The CSV files of items: with the columns of the list, and with all that an upload takes back. */
export function buildItemCsvSource(type: ItemType, { columns, rows, ids }: ItemCsvOptions) {
  const fetch = (delimiter: CsvDelimiter, chosen?: readonly string[]) =>
    downloadFile(`POST /inventory/${inventoryTypes[type].collection}/csv`, {
      body: { ids: ids(), delimiter, ...(chosen && { columns: [...chosen] }) },
    })
  return {
    fileName: downloadFileName(type, 'inventory', 'csv'),
    initialDelimiter: 'semicolon',
    rows,
    fetch: columns && ((delimiter) => fetch(delimiter, columns)),
    more: {
      label: 'CSV with all attributes and translations',
      fetch: (delimiter) => fetch(delimiter),
    },
  } as const satisfies CsvSource
}
