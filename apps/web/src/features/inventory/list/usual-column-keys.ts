import { type ItemType, inventoryTypes } from '@vitrine/contract'

// Apart from the columns themselves, because every screen loads the parsing of list addresses.

/** Keys of the usual columns without the identifier, which always comes first. */
export const usualColumnKeys = (type: ItemType): string[] =>
  inventoryTypes[type].list.cells.flatMap((cell) => cell.columns.map(({ key }) => key)).slice(1)
