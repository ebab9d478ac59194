/** A sentence as it is written, and whether a line ends between it and the one before. */
export interface Sentence {
  readonly text: string
  readonly startsLine: boolean
}

// No mark before the first: a run of marks is read once, not from each of its marks on.
const end = /(?<![.!?…])[.!?…]+(?:\s?»)?["»”’')\]]*(?=\s)|[。！？]+[」』]?|\n+/gu

// A single letter is an initial.
const abbreviation =
  /(?:^|[\s("«„‘’“-])(?:\p{L}|abs|approx|apr|art|aug|av|avr|bd|bzw|ca|cf|chap|d\.h|dec|dez|dipl|dr|déc|e\.g|env|etc|evtl|ex|feb|fr|févr|geb|gest|ggf|hr|i\.e|ing|inkl|inv|jan|janv|jh|juil|jul|jun|mar|max|min|mlle|mm|mme|mr|mrs|ms|no|nov|nr|oct|okt|op|p\.ex|prof|s\.o|sep|sept|sog|st|tél|u\.a|usw|vgl|vol|vs|z\.b|éd)\.$/iu
const number = /(?<!\S)["(«„]*\d{1,2}\.$/
const month =
  /^(?:apr|aug|avr|août|dec|dez|déc|feb|févr|jan|juil|juin|jul|jun|mai|mar|may|mär|nov|oct|okt|sep)/i
// 'am 3. Stock', 'du 2. étage'
const beforeOrdinal =
  /(?:^|\s)(?:am|im|vom|zum|beim|der|die|das|dem|den|des|ab|bis|seit|und|le|la|du|au|the)\s+\d{1,2}\.$/i

// What decides is short; to look for it in a word of thousands of letters would take long.
const longestEnd = 60

/** Whether a full stop belongs to an abbreviation or an ordinal: 'Dr. Müller', '12. März'. */
function goesOn(before: string, after: string): boolean {
  if (/^\p{Ll}/u.test(after) || abbreviation.test(before)) return true
  return (
    number.test(before) && (month.test(after) || /^\d/.test(after) || beforeOrdinal.test(before))
  )
}

const quotation = /«[^«»\n]*»|“[^“”\n]*”|„[^„“\n]*“|‘(?:[^‘’\n]|’(?=\p{L}))*’(?!\p{L})/gu
// A quotation that is longer is read sentence by sentence.
const longestQuotation = 300

/** Where quotations begin and end: a full stop between is not the end of the sentence that quotes. */
const quotationsIn = (text: string): (readonly [from: number, to: number])[] =>
  [...text.matchAll(quotation)].flatMap(({ 0: { length }, index }) =>
    length > longestQuotation ? [] : [[index, index + length] as const],
  )

/** A text cut into its sentences; one that is longer than `maxLength` is cut at a space. */
export function splitSentences(text: string, maxLength = Number.POSITIVE_INFINITY): Sentence[] {
  const found: Sentence[] = []
  let from = 0
  let startsLine = true
  const cut = (to: number, endsLine: boolean) => {
    for (const part of partsOf(text.slice(from, to).trim(), maxLength)) {
      found.push({ text: part, startsLine })
      startsLine = false
    }
    startsLine ||= endsLine
    from = to
  }
  const quotations = quotationsIn(text)
  let quoted = 0
  for (const { 0: mark, index } of text.matchAll(end)) {
    const to = index + mark.length
    while ((quotations[quoted]?.[1] ?? Number.POSITIVE_INFINITY) < to) quoted++
    if ((quotations[quoted]?.[0] ?? to) < index && to < (quotations[quoted]?.[1] ?? 0)) continue
    const before = text.slice(Math.max(from, to - longestEnd), to)
    const after = text.slice(to, to + longestEnd)
    if (mark === '.' && !/^[^\S\n]*\n/.test(after) && goesOn(before, after.trimStart())) continue
    cut(to, mark.startsWith('\n'))
  }
  cut(text.length, false)
  return found
}

function partsOf(sentence: string, maxLength: number): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > maxLength) {
    const space = rest.lastIndexOf(' ', maxLength)
    const at = space > maxLength / 2 ? space : maxLength
    parts.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  return rest ? [...parts, rest] : parts
}
