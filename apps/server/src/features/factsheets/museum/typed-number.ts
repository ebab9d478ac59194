// NFKC turns full-width digits into plain ones, but not those of Arabic and Persian.
const arabicDigit = /[\u0660-\u0669\u06f0-\u06f9]/g

/** A number typed on any keyboard, in plain digits: '１３' and '۱۳' → '13'. */
export const plainDigits = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(arabicDigit, (digit) => String(digit.charCodeAt(0) & 0xf))

/** An identifier as typed from a label: 'LG-003', 'lg3' and 'LG 3' are the same; empty where nothing can be compared. */
export const looseKey = (identifier: string): string =>
  (
    plainDigits(identifier)
      .toLowerCase()
      .match(/\p{L}+|\d+/gu) ?? []
  )
    .map((part) => part.replace(/^0+(?=\d)/, ''))
    .join(' ')
