import type { ItemListEntry, ItemType } from '@vitrine/contract'

export type ColumnKey = 'identifier' | 'name' | 'origin' | 'model' | 'year' | 'body' | 'artist' | 'music' | 'composer'

export interface Column {
  readonly key: ColumnKey
  readonly label: string
  readonly text: (item: ItemListEntry) => string
}

/** A place in the row. Two columns share one, the second in smaller type under the first. */
export interface Cell {
  readonly columns: readonly Column[]
  readonly track: string
  /** Its place on a phone, if it has one there. */
  readonly phoneTrack?: string
}

const plain = (key: Exclude<ColumnKey, 'origin'>, label: string): Column => ({
  key,
  label,
  text: (item) => item[key],
})

const identifier = plain('identifier', 'Identifier')
const name = plain('name', 'Name')
const origin: Column = {
  key: 'origin',
  label: 'Origin',
  text: (item) => (item.country === '' ? item.origin : `${item.origin} (${item.country})`.trimStart()),
}

export const cellsOf: Record<ItemType, readonly Cell[]> = {
  car: [
    { columns: [identifier], track: 'minmax(5.5rem, 6.5rem)', phoneTrack: '5.5rem' },
    { columns: [name], track: 'minmax(0, 2.75fr)', phoneTrack: 'minmax(0, 1fr)' },
    { columns: [origin], track: 'minmax(0, 2.25fr)' },
    { columns: [plain('model', 'Model')], track: 'minmax(0, 1.75fr)' },
    { columns: [plain('year', 'Year')], track: '4.5rem', phoneTrack: '3rem' },
    { columns: [plain('body', 'Body')], track: 'minmax(0, 1.25fr)' },
  ],
  art: [
    { columns: [identifier], track: 'minmax(6rem, 8rem)', phoneTrack: '5.5rem' },
    { columns: [name, plain('artist', 'Artist')], track: 'minmax(0, 1fr)', phoneTrack: 'minmax(0, 1fr)' },
    { columns: [plain('music', 'Music'), plain('composer', 'Composer')], track: 'minmax(0, 1fr)' },
  ],
}

export const phoneCellsOf: Record<ItemType, readonly Cell[]> = {
  car: cellsOf.car.filter((cell) => cell.phoneTrack),
  art: cellsOf.art.filter((cell) => cell.phoneTrack),
}

export const columnsOf = (type: ItemType): readonly Column[] => cellsOf[type].flatMap((cell) => cell.columns)

/** The whole row as shown, as the filter reads it. Lower-casing also makes one flat string of the parts. */
export function rowText(columns: readonly Column[], item: ItemListEntry): string {
  let text = ''
  for (const column of columns) text += `${column.text(item)} `
  return text.toLowerCase()
}
