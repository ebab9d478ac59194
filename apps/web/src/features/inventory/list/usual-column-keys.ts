import { type ItemType, inventoryTypes } from '@vitrine/contract'

// Apart from the columns themselves, because every screen loads what reads the address of a list.

/** The usual columns that people may do without: all but the identifier, which leads to the item. */
export const usualColumnKeys = (type: ItemType): string[] =>
  inventoryTypes[type].list.cells.flatMap((cell) => cell.columns.map(({ key }) => key)).slice(1)
