import { type ItemType, inventoryTypes } from './types.ts'

/** The error code of a taken identifier. */
export const identifierExists = 'identifierexists'

/** Two spellings of one identifier are one identifier. */
export const identifierKey = (identifier: string): string =>
  identifier.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')

/** Item ids are one sequence over all types; the first of a type is above its offset. */
export const firstIdOf = (type: ItemType): number => inventoryTypes[type].idOffset + 1

/**
 * The number by which an item goes in public addresses. The offset, 100 for art, is taken off up to 199 only:
 * taken off 250 as well, /art/150 would mean two items and a printed QR code would show the wrong one.
 */
export function publicNumber(type: ItemType, id: number): number {
  const { idOffset } = inventoryTypes[type]
  return id >= idOffset && id < 2 * idOffset ? id - idOffset : id
}

/** The id of the item that a public number leads to. */
export function itemIdOf(type: ItemType, number: number): number {
  const { idOffset } = inventoryTypes[type]
  return number < idOffset ? number + idOffset : number
}
