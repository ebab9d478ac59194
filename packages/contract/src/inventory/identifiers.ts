import { type ItemType, inventoryTypes } from './types.ts'

/** Error code: another item has this identifier. */
export const identifierTakenCode = 'identifierexists'

/** Key for comparing identifiers: ignores case, Unicode form and repeated spaces. */
export const identifierKey = (identifier: string): string =>
  identifier.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')

// NFKC converts full-width digits, but not Arabic and Persian ones.
const arabicDigit = /[\u0660-\u0669\u06f0-\u06f9]/g

const toAsciiDigits = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(arabicDigit, (digit) => String(digit.charCodeAt(0) & 0xf))

/**
 * Key for comparing identifiers without case, punctuation and leading zeros: 'LG-003', 'lg3' and
 * 'LG 3' are equal. Empty for a text without letters and digits.
 */
export function looseIdentifierKey(identifier: string): string {
  const parts =
    toAsciiDigits(identifier)
      .toLowerCase()
      .match(/\p{L}+|\d+/gu) ?? []
  return parts.map((part) => part.replace(/^0+(?=\d)/, '')).join(' ')
}

/** 'LG-003' → 3. Null if the identifier ends in a letter. */
export function parseTrailingNumber(identifier: string): number | null {
  const [, digits] = /(?<!\d)0*(\d{1,10})[^\p{L}\d]*$/u.exec(toAsciiDigits(identifier)) ?? []
  return digits === undefined ? null : Number(digits)
}

/** Finds items by `looseIdentifierKey`. `itemsByNumber` has them by `parseTrailingNumber`. */
export function findByLooseIdentifier<Item extends { readonly identifier: string }>(
  typed: string,
  itemsByNumber: ReadonlyMap<number | null, readonly Item[]>,
): Item[] {
  const key = looseIdentifierKey(typed)
  if (key === '') return []
  const candidates = itemsByNumber.get(parseTrailingNumber(typed)) ?? []
  return candidates.filter(({ identifier }) => looseIdentifierKey(identifier) === key)
}

/** Maximum of the 32-bit id column. */
const maxNumber = 2_147_483_647

/** Parses a number typed on any keyboard: '006', '1 3' or '۶'. Null for any other text. */
export function parseTypedNumber(typed: string): number | null {
  const digits = toAsciiDigits(typed).replaceAll(/\s/g, '')
  const number = /^\d{1,10}$/.test(digits) ? Number(digits) : 0
  return number > 0 && number <= maxNumber ? number : null
}

/**
 * Suggests the number after the highest one with the most frequent prefix: 'LG-060' → 'LG-061'.
 * Empty if no identifier ends in a number.
 */
export function suggestNextIdentifier(identifiers: readonly string[]): string {
  const numbered = identifiers.flatMap((identifier) => {
    const [, prefix = '', digits = ''] = /^(.*?)(\d{1,9})$/.exec(identifier.trim()) ?? []
    return digits ? [{ prefix, digits }] : []
  })
  const byPrefix = Map.groupBy(numbered, ({ prefix }) => prefix)
  const [largestGroup = []] = [...byPrefix.values()].sort((a, b) => b.length - a.length)
  const [first, ...others] = largestGroup
  if (!first) return ''

  const highest = others.reduce(
    (max, candidate) => (Number(candidate.digits) > Number(max.digits) ? candidate : max),
    first,
  )
  return highest.prefix + String(Number(highest.digits) + 1).padStart(highest.digits.length, '0')
}

/** The lowest id of a type. All types share one sequence of ids, each above its own offset. */
export const firstItemId = (type: ItemType): number => inventoryTypes[type].idOffset + 1

/**
 * The number of an item in public URLs. The offset (100 for art) is subtracted only below twice the
 * offset: if 250 became 150, /art/150 would be ambiguous and printed QR codes would break.
 */
export function toPublicNumber(type: ItemType, id: number): number {
  const { idOffset } = inventoryTypes[type]
  return id >= idOffset && id < 2 * idOffset ? id - idOffset : id
}

/** The inverse of `toPublicNumber`. */
export function toItemId(type: ItemType, number: number): number {
  const { idOffset } = inventoryTypes[type]
  return number < idOffset ? number + idOffset : number
}
