import {
  type ColumnKey,
  fold,
  type ItemListEntry,
  type ItemType,
  inventoryTypes,
  type ListKey,
} from '@vitrine/contract'

export interface Column {
  readonly key: ColumnKey
  readonly heading: string
  /** What stands behind it in brackets. */
  readonly brackets?: ListKey
}

export const textOf = ({ key, brackets }: Column, item: ItemListEntry): string =>
  brackets && item[brackets] !== '' ? `${item[key]} (${item[brackets]})`.trimStart() : item[key]

/** A place in the row. Two columns share one, the second in smaller type under the first. */
export interface Cell {
  readonly columns: readonly Column[]
  readonly width: string
  /** Its width on a phone, if it has a place there. */
  readonly phoneWidth?: string
}

export const cellsOf = (type: ItemType): readonly Cell[] => inventoryTypes[type].list.cells

export const columnsOf = (type: ItemType): readonly Column[] => cellsOf(type).flatMap((cell) => cell.columns)

/** The whole row as shown, as the filter reads it. Folding also makes one flat string of the parts. */
export function rowText(columns: readonly Column[], item: ItemListEntry): string {
  let text = ''
  for (const column of columns) text += `${textOf(column, item)} `
  return fold(text)
}
