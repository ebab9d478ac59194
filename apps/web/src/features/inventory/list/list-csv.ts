import { csvColumns, type ItemListEntry, type ItemType } from '@vitrine/contract'
import { type Cell, columnsIn } from './columns.ts'

export function listRows(type: ItemType, items: readonly ItemListEntry[], found: Uint32Array): string[][] {
  const shown = Array.from(found).flatMap((row) => items[row] ?? [])
  const columns = csvColumns(type)
  return [columns, ...shown.map((item) => columns.map((key) => item[key]))]
}

/** What a CSV file of these columns has after the identifier. */
export const csvKeys = (cells: readonly Cell[]): string[] =>
  columnsIn(cells)
    .slice(1)
    .flatMap(({ key, brackets }) => (brackets ? [key, brackets] : [key]))
