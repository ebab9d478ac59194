import { type ItemType, inventoryTypes } from './types.ts'

/** The error code of a taken identifier. */
export const identifierTakenCode = 'identifierexists'

/** Two spellings of one identifier are one identifier. */
export const identifierKey = (identifier: string): string =>
  identifier.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')

// NFKC turns full-width digits into plain ones, but not those of Arabic and Persian.
const arabicDigit = /[\u0660-\u0669\u06f0-\u06f9]/g

const plainDigits = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(arabicDigit, (digit) => String(digit.charCodeAt(0) & 0xf))

/**
 * Compares identifiers without case, punctuation and leading zeros: 'LG-003', 'lg3' and 'LG 3' are the same. Empty for a text
 * without letters and digits.
 */
export function looseIdentifierKey(identifier: string): string {
  const parts =
    plainDigits(identifier)
      .toLowerCase()
      .match(/\p{L}+|\d+/gu) ?? []
  return parts.map((part) => part.replace(/^0+(?=\d)/, '')).join(' ')
}

/** The number in which an identifier ends: 'LG-003' → 3. Null if it ends in a letter. */
export function parseTrailingNumber(identifier: string): number | null {
  const [, digits] = /(?<!\d)0*(\d{1,10})[^\p{L}\d]*$/u.exec(plainDigits(identifier)) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Items with the same identifier but for case, punctuation and leading zeros, among those whose identifiers end in its number. */
export function findByLooseIdentifier<Item extends { readonly identifier: string }>(
  typed: string,
  itemsByNumber: ReadonlyMap<number | null, readonly Item[]>,
): Item[] {
  const key = looseIdentifierKey(typed)
  if (key === '') return []
  const candidates = itemsByNumber.get(parseTrailingNumber(typed)) ?? []
  return candidates.filter(({ identifier }) => looseIdentifierKey(identifier) === key)
}

/** The bound of an id's column. */
const maxNumber = 2_147_483_647

/** A number typed alone, on any keyboard: '006', '1 3' and '۶'. Null for a text with more than that. */
export function parseTypedNumber(typed: string): number | null {
  const digits = plainDigits(typed).replaceAll(/\s/g, '')
  const number = /^\d{1,10}$/.test(digits) ? Number(digits) : 0
  return number > 0 && number <= maxNumber ? number : null
}

/** 'LG-060' → 'LG-061': the number after the highest of the prefix that most identifiers have; empty where none ends in one. */
export function suggestNextIdentifier(identifiers: readonly string[]): string {
  const numbered = identifiers.flatMap((identifier) => {
    const [, prefix = '', digits = ''] = /^(.*?)(\d{1,9})$/.exec(identifier.trim()) ?? []
    return digits ? [{ prefix, digits }] : []
  })
  const byPrefix = Map.groupBy(numbered, ({ prefix }) => prefix)
  const [most = []] = [...byPrefix.values()].sort((a, b) => b.length - a.length)
  const [first, ...others] = most
  if (!first) return ''
  const highest = others.reduce(
    (high, one) => (Number(one.digits) > Number(high.digits) ? one : high),
    first,
  )
  return highest.prefix + String(Number(highest.digits) + 1).padStart(highest.digits.length, '0')
}

/** Item ids are one sequence over all types; the first of a type is above its offset. */
export const firstItemId = (type: ItemType): number => inventoryTypes[type].idOffset + 1

/**
 * The number by which an item goes in public addresses. The offset, 100 for art, is taken off up to 199 only:
 * taken off 250 as well, /art/150 would mean two items and a printed QR code would show the wrong one.
 */
export function toPublicNumber(type: ItemType, id: number): number {
  const { idOffset } = inventoryTypes[type]
  return id >= idOffset && id < 2 * idOffset ? id - idOffset : id
}

/** The id of the item that a public number leads to. */
export function toItemId(type: ItemType, number: number): number {
  const { idOffset } = inventoryTypes[type]
  return number < idOffset ? number + idOffset : number
}
