import { type ItemType, inventoryTypes } from './types.ts'

/** The error code of a taken identifier. */
export const identifierExists = 'identifierexists'

/** Two spellings of one identifier are one identifier. */
export const identifierKey = (identifier: string): string =>
  identifier.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')

/** 'LG-060' → 'LG-061': the number after the highest of the prefix that most identifiers have; empty where none ends in one. */
export function nextIdentifier(identifiers: readonly string[]): string {
  const numbered = identifiers.flatMap((identifier) => {
    const [, prefix = '', digits = ''] = /^(.*?)(\d{1,9})$/.exec(identifier.trim()) ?? []
    return digits ? [{ prefix, digits }] : []
  })
  const byPrefix = Map.groupBy(numbered, ({ prefix }) => prefix)
  const [most = []] = [...byPrefix.values()].sort((a, b) => b.length - a.length)
  const [first, ...others] = most
  if (!first) return ''
  const highest = others.reduce((high, one) => (Number(one.digits) > Number(high.digits) ? one : high), first)
  return highest.prefix + String(Number(highest.digits) + 1).padStart(highest.digits.length, '0')
}

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
