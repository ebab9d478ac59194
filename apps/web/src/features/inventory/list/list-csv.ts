import { csvColumns, type ItemListEntry, type ItemType } from '@vitrine/contract'

export function listRows(type: ItemType, items: readonly ItemListEntry[], found: Uint32Array): string[][] {
  const shown = Array.from(found).flatMap((row) => items[row] ?? [])
  const columns = csvColumns(type)
  return [columns, ...shown.map((item) => columns.map((key) => item[key]))]
}
