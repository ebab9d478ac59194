/** What stands in the place of something personal. */
const mark = '…'

// Between the digits of a number: spaces, also invisible ones, and what people write there.
const gap = String.raw`[\s\p{Cf}().\/_'’·\-–—]{0,3}`
const mail = /[^\s@<>(),;:]{1,64}(?:@|\s?[([{]\s?at\s?[)\]}]\s?)[^\s@<>(),;:]{1,190}/giu
const digits = new RegExp(String.raw`[+(]{0,2}\d(?:${gap}\d){6,}`, 'gu')
const years = /^(?:1\d{3}|20\d\d)$/
const localNumber = /^\D*\d{3}\D+\d\d\D+\d\d$/

/**
 * Takes mail addresses, telephone numbers and card numbers out of what somebody typed, in digits of any script. Numbers of nine
 * digits and more are nobody's question; shorter ones go where they are written as telephone numbers are.
 */
export function scrubbed(text: string): string {
  const signs = [...text]
  // One unit per sign, so that places in it are places in the text.
  const plain = signs.map(plainSign).join('')
  const personal = [...plain.matchAll(mail), ...[...plain.matchAll(digits)].filter(([number]) => isPersonal(number))]
  for (const { 0: found, index } of personal) signs.fill('', index, index + found.length).fill(mark, index, index + 1)
  return signs.join('')
}

function isPersonal(number: string): boolean {
  const groups = number.match(/\d+/g) ?? []
  if (groups.every((group) => years.test(group))) return false
  const count = groups.join('').length
  return count >= 9 || /^[+(]*[+0]/.test(number) || localNumber.test(number)
}

/** '７' and '٧' → '7', '＠' → '@'. */
function plainSign(sign: string): string {
  const folded = sign.normalize('NFKC')
  if (/^\p{Nd}$/u.test(folded)) return String(digitValue(folded.codePointAt(0) ?? 0))
  return folded.length === 1 ? folded : '\ufffd'
}

/** Unicode has the ten digits of a script one after the other, from a place that ends in 0 or in 6. */
function digitValue(point: number): number {
  const start = point - (point % 16)
  return /\p{Nd}/u.test(String.fromCodePoint(start)) ? point - start : point - start - 6
}
