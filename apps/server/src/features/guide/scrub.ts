/** What stands in the place of something personal. */
const redacted = '…'

// Each expression reads a run from its beginning alone, so that none is slow on a long one.
const local = String.raw`(?<![^\s@<>()[\]{},;:])[^\s@<>()[\]{},;:]+`
const bracketed = (word: string) => String.raw`\s{0,2}[([{]\s{0,2}(?:${word})\s{0,2}[)\]}]\s{0,2}`
const dot = String.raw`(?:\.|${bracketed('dot|punkt|point|punto|\\.')})`
const dotWord = String.raw`\s{1,2}(?:dot|punkt|point|punto)\s{1,2}`
const label = String.raw`\p{L}[\p{L}\p{N}\-]*`
// 'at the point of' is no address: of those in words, only the usual endings.
const inWords = String.raw`(?:${dotWord}${label}){0,2}\s{1,2}(?:dot|punkt|punto|point(?!\s{1,2}(?:de|it|at)))\s{1,2}(?:ch|li|com|org|net|info|eu|swiss|uk|fr|de|it|at)(?![\p{L}\p{N}])`
const domain = String.raw`${label}(?:(?:${dot}[\p{L}\p{N}\-]+){0,4}${dot}(?:\p{Ll}{2,24}|\p{Lu}{2,24})(?![\p{L}\p{N}])|${inWords})`
const at = String.raw`(?:\s{0,2}@\s{0,2}|${bracketed('at|ät|à|a|chez|arobase|@')}|\s{1,2}(?:at|AT|ät|à|chez|bei|arobase|arroba|chiocciola)\s{1,2})`
const mails = [
  new RegExp(
    String.raw`${local}(?:${dotWord}[^\s@<>()[\]{},;:]+){0,3}${at}${domain}(?!${at}${domain})`,
    'gu',
  ),
  new RegExp(String.raw`${local}(?:@|${bracketed('at')})[^\s@<>(),;:]+`, 'gu'),
]

// Between the digits of a number: spaces, also invisible ones, and what people write there.
const gap = String.raw`[\s\p{Cf}().\/_'’·•*|~\-–—]{0,5}`
const digits = new RegExp(String.raw`[+(]{0,2}\d(?:${gap}\d){6,}`, 'gu')
const date = /(?<![\d./-])\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:1[5-9]|20)\d\d(?!\d)/g
const year = /^(?:1\d{3}|20\d\d)$/
const thousands = /^\d{1,3}(?:['’]\d{3})+(?:\.\d\d)?$/
/** '1998.12.345' */
const inventoryNumber = /^(?:1[89]|20)\d\d(?:[./-]\d+)+$/
const localNumber = /^\D*\d{3}\D+\d\d\D+\d\d$/
const unitAfter =
  /^\s?(?:[cmk]?m[²³23]?|ccm|k?g|l|hp|ps|ch|kw|km\/h|%|€|\$|£|fr|chf|eur|usd)(?!\p{L})/iu
const currencyBefore = /(?:[€$£]|(?<!\p{L})(?:chf|fr\.?|eur|usd))\s?$/iu

/**
 * Removes e-mail addresses, telephone numbers and card numbers from a question, in digits of any
 * script. Numbers of nine digits and more are removed unless they are dates, prices, measures or an
 * item's own; shorter ones where they are written as telephone numbers are.
 */
export function removePersonalData(text: string): string {
  const signs = [...text]
  // One unit per sign, so that places in it are places in the text.
  const plain = signs.map(normaliseSign).join('')
  const undated = plain.replaceAll(date, (found) => '\ufffd'.repeat(found.length))
  const personal = [
    ...mails.flatMap((mail) => [...plain.matchAll(mail)]),
    ...[...undated.matchAll(digits)].filter(({ 0: number, index }) =>
      isPersonal(number, index, undated),
    ),
  ]
  for (const { 0: found, index } of personal) signs.fill('', index, index + found.length)
  // Where two overlap, the mark stands once.
  for (const { index } of personal)
    if (signs[index - 1] !== '' || index === 0) signs[index] = redacted
  return signs.join('')
}

function isPersonal(number: string, index: number, text: string): boolean {
  const groups = number.match(/\d+/g) ?? []
  if (groups.every((group) => year.test(group))) return false
  if (/^[+(]*[+0]/.test(number)) return true
  if (thousands.test(number) || inventoryNumber.test(number)) return false
  const end = index + number.length
  if (
    unitAfter.test(text.slice(end, end + 6)) ||
    currencyBefore.test(text.slice(Math.max(0, index - 5), index))
  )
    return false
  const inPairs = groups.length >= 4 && groups.every(({ length }) => length <= 2)
  return groups.join('').length >= 9 || localNumber.test(number) || inPairs
}

/** '７' and '٧' → '7', '＠' → '@'. */
function normaliseSign(sign: string): string {
  const folded = sign.normalize('NFKC')
  if (/^\p{Nd}$/u.test(folded)) return String(digitValue(folded.codePointAt(0) ?? 0))
  return folded.length === 1 ? folded : '\ufffd'
}

/**
 * Unicode has the ten digits of a script one after the other, from a place that ends in 0 or in 6.
 */
function digitValue(point: number): number {
  const start = point - (point % 16)
  return /\p{Nd}/u.test(String.fromCodePoint(start)) ? point - start : point - start - 6
}
