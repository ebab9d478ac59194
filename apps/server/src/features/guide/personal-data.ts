/** Shown instead of personal data. */
const redacted = '…'
/** Keeps the length of a removed part; matches no pattern. */
const placeholder = '\ufffd'

// Each expression starts only at the beginning of a run, so that none is slow on long input.
/** Part of an e-mail address before the @. */
const localPart = String.raw`(?<![^\s@<>()[\]{},;:])[^\s@<>()[\]{},;:]+`
const toBracketedPattern = (word: string) =>
  String.raw`\s{0,2}[([{]\s{0,2}(?:${word})\s{0,2}[)\]}]\s{0,2}`
const dot = String.raw`(?:\.|${toBracketedPattern('dot|punkt|point|punto|\\.')})`
const dotWord = String.raw`\s{1,2}(?:dot|punkt|point|punto)\s{1,2}`
/** Before an ending, 'point' counts only if no usual word follows: 'point de vue', 'point it'. */
const lastDotWord = String.raw`\s{1,2}(?:dot|punkt|punto|point(?!\s{1,2}(?:de|it|at)))\s{1,2}`
const domainLabel = String.raw`\p{L}[\p{L}\p{N}\-]*`
const endOfWord = String.raw`(?![\p{L}\p{N}])`
/** 'mail.example.org' after its first label; an ending has letters of one case. */
const dottedRest = String.raw`(?:${dot}[\p{L}\p{N}\-]+){0,4}${dot}(?:\p{Ll}{2,24}|\p{Lu}{2,24})${endOfWord}`
// Addresses in words need a usual ending, because 'at the point of' is no address.
const usualEndings = 'ch|li|com|org|net|info|eu|swiss|uk|fr|de|it|at'
/** 'mail dot example dot com' after its first label. */
const spelledOutRest = `(?:${dotWord}${domainLabel}){0,2}${lastDotWord}(?:${usualEndings})${endOfWord}`
const domain = `${domainLabel}(?:${dottedRest}|${spelledOutRest})`
/** An @, also spelled out. */
const atSign = String.raw`(?:\s{0,2}@\s{0,2}|${toBracketedPattern('at|ät|à|a|chez|arobase|@')}|\s{1,2}(?:at|AT|ät|à|chez|bei|arobase|arroba|chiocciola)\s{1,2})`
const emailPatterns = [
  // 'anna.meier@example.org', or in words: 'anna dot meier at example dot org'.
  new RegExp(
    String.raw`${localPart}(?:${dotWord}[^\s@<>()[\]{},;:]+){0,3}${atSign}${domain}(?!${atSign}${domain})`,
    'gu',
  ),
  // Anything around an @ without spaces: 'beat@localhost'.
  new RegExp(String.raw`${localPart}(?:@|${toBracketedPattern('at')})[^\s@<>(),;:]+`, 'gu'),
]

// Separators between digits: spaces, also invisible ones, and punctuation.
const gap = String.raw`[\s\p{Cf}().\/_'’·•*|~\-–—]{0,5}`
/** Seven digits or more. */
const digitGroups = new RegExp(String.raw`[+(]{0,2}\d(?:${gap}\d){6,}`, 'gu')
/** '01.05.1927', from 1500 to 2099. */
const date = /(?<![\d./-])\d{1,2}[./-]\s?\d{1,2}[./-]\s?(?:1[5-9]|20)\d\d(?!\d)/g
/** From 1000 to 2099. */
const year = /^(?:1\d{3}|20\d\d)$/
/** "1'200'000", perhaps with cents. */
const thousands = /^\d{1,3}(?:['’]\d{3})+(?:\.\d\d)?$/
/** '1998.12.345' */
const inventoryNumber = /^(?:1[89]|20)\d\d(?:[./-]\d+)+$/
/** A telephone number without area code: '345 67 89'. */
const localNumber = /^\D*\d{3}\D+\d\d\D+\d\d$/
/** A telephone number with a country code or a first 0: '+41 79 …', '(0)26 …'. */
const dialledNumber = /^[+(]*[+0]/
/** A unit or currency directly after a number: '200 km/h'. */
const unitAfter =
  /^\s?(?:[cmk]?m[²³23]?|ccm|k?g|l|hp|ps|ch|kw|km\/h|%|€|\$|£|fr|chf|eur|usd)(?!\p{L})/iu
/** A currency directly before a number: 'CHF 200'. */
const currencyBefore = /(?:[€$£]|(?<!\p{L})(?:chf|fr\.?|eur|usd))\s?$/iu

/** With a space, and the sign that must not continue the unit. */
const maxUnitLength = ' km/h.'.length
/** With a space, and the sign that must not be part of the word. */
const maxCurrencyLength = '.chf '.length

/**
 * Removes e-mail addresses, telephone numbers and card numbers from a question, in digits of any
 * script. Numbers of nine digits or more are removed unless they are dates, prices, measures or
 * inventory numbers; shorter ones if they look like telephone numbers.
 */
export function removePersonalData(text: string): string {
  const signs = [...text]
  // One code unit per sign, so that indexes are the same in both.
  const plain = signs.map(normaliseSign).join('')
  const withoutDates = plain.replaceAll(date, (match) => placeholder.repeat(match.length))
  const personal = [
    ...emailPatterns.flatMap((pattern) => [...plain.matchAll(pattern)]),
    ...[...withoutDates.matchAll(digitGroups)].filter(({ 0: number, index }) =>
      isPersonal(number, index, withoutDates),
    ),
  ]
  for (const { 0: match, index } of personal) signs.fill('', index, index + match.length)
  // Adjacent and overlapping matches get one mark.
  for (const { index } of personal)
    if (signs[index - 1] !== '' || index === 0) signs[index] = redacted
  return signs.join('')
}

function isPersonal(number: string, index: number, text: string): boolean {
  const groups = number.match(/\d+/g) ?? []
  // '1926-1933, 1934-1938'
  if (groups.every((group) => year.test(group))) return false
  if (dialledNumber.test(number)) return true
  if (thousands.test(number) || inventoryNumber.test(number)) return false
  const end = index + number.length
  const textAfter = text.slice(end, end + maxUnitLength)
  const textBefore = text.slice(Math.max(0, index - maxCurrencyLength), index)
  if (unitAfter.test(textAfter) || currencyBefore.test(textBefore)) return false

  // As telephone numbers are written in France: '12 34 56 78'.
  const isInPairs = groups.length >= 4 && groups.every(({ length }) => length <= 2)
  const hasManyDigits = groups.join('').length >= 9
  return hasManyDigits || isInPairs || localNumber.test(number)
}

/** '７' and '٧' → '7', '＠' → '@'. */
function normaliseSign(sign: string): string {
  const folded = sign.normalize('NFKC')
  if (/^\p{Nd}$/u.test(folded)) return String(toDigit(folded.codePointAt(0) ?? 0))
  return folded.length === 1 ? folded : placeholder
}

/**
 * The ten digits of a script are consecutive in Unicode, from a code point whose last hexadecimal
 * digit is 0 or 6.
 */
function toDigit(codePoint: number): number {
  const lastHexDigit = codePoint % 16
  const startsAtZero = /\p{Nd}/u.test(String.fromCodePoint(codePoint - lastHexDigit))
  return startsAtZero ? lastHexDigit : lastHexDigit - 6
}
