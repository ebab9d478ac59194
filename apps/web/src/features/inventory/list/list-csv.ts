import {
  type CsvDelimiter,
  downloadFileName,
  type ItemType,
  inventoryTypes,
} from '@vitrine/contract'
import { downloadFile } from '../../../client/call.ts'
import type { CsvSource } from '../../../ui/lists/csv-download.tsx'

export interface ItemCsvOptions {
  /** Keys of the chosen columns; undefined for the usual ones, which the browser has in `rows`. */
  readonly columns: readonly string[] | undefined
  readonly rows: CsvSource['rows']
  /** Ids of the items, in the order of the rows. */
  readonly ids: () => number[]
}

/** Describes the CSV files of items: one with the columns shown, one with all that an upload accepts. */
export function buildItemCsvSource(type: ItemType, { columns, rows, ids }: ItemCsvOptions) {
  const download = (delimiter: CsvDelimiter, chosenColumns?: readonly string[]) => {
    const body = { ids: ids(), delimiter }
    return downloadFile(`POST /inventory/${inventoryTypes[type].collection}/csv`, {
      body: chosenColumns ? { ...body, columns: [...chosenColumns] } : body,
    })
  }

  return {
    fileName: downloadFileName(type, 'inventory', 'csv'),
    initialDelimiter: 'semicolon',
    rows,
    fetch: columns && ((delimiter) => download(delimiter, columns)),
    secondFile: {
      label: 'CSV with all attributes and translations',
      fetch: (delimiter) => download(delimiter),
    },
  } as const satisfies CsvSource
}
