import type { ItemType } from './types.ts'

/** Item ids are one sequence over both types; art begins above this. */
export const artOffset = 100
export const firstArtId = artOffset + 1

/**
 * The number by which an item goes in public addresses. For art, 100 is taken off up to 199 only:
 * taken off 250 as well, /art/150 would mean two items and a printed QR code would show the wrong one.
 */
export const publicNumber = (type: ItemType, id: number): number =>
  type === 'art' && id >= artOffset && id < 2 * artOffset ? id - artOffset : id

/** The id of the item that a public number leads to. */
export const itemIdOf = (type: ItemType, number: number): number =>
  type === 'art' && number < artOffset ? number + artOffset : number
