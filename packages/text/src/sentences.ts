export interface Sentence {
  readonly text: string
  /** Whether a line break separates it from the sentence before. */
  readonly startsLine: boolean
}

// The lookbehind keeps the match linear: a run of marks is read once.
const end = /(?<![.!?…])[.!?…]+(?:\s?»)?["»”’')\]]*(?=\s)|[。！？]+[」』]?|\n+/gu

// Also single letters, which are initials.
const abbreviation =
  /(?:^|[\s("«„‘’“-])(?:\p{L}|abs|approx|apr|art|aug|av|avr|bd|bzw|ca|cf|chap|d\.h|dec|dez|dipl|dr|déc|e\.g|env|etc|evtl|ex|feb|fr|févr|geb|gest|ggf|hr|i\.e|ing|inkl|inv|jan|janv|jh|juil|jul|jun|mar|max|min|mlle|mm|mme|mr|mrs|ms|no|nov|nr|oct|okt|op|p\.ex|prof|s\.o|sep|sept|sog|st|tél|u\.a|usw|vgl|vol|vs|z\.b|éd)\.$/iu
const number = /(?<!\S)["(«„]*\d{1,2}\.$/
const month =
  /^(?:apr|aug|avr|août|dec|dez|déc|feb|févr|jan|juil|juin|jul|jun|mai|mar|may|mär|nov|oct|okt|sep)/i
// As in 'am 3. Stock' and 'du 2. étage'.
const beforeOrdinal =
  /(?:^|\s)(?:am|im|vom|zum|beim|der|die|das|dem|den|des|ab|bis|seit|und|le|la|du|au|the)\s+\d{1,2}\.$/i

// Bounds the work for very long words.
const contextLength = 60

/** Whether a full stop belongs to an abbreviation or an ordinal: 'Dr. Müller', '12. März'. */
function isWithinSentence(before: string, after: string): boolean {
  if (/^\p{Ll}/u.test(after) || abbreviation.test(before)) return true
  return (
    number.test(before) && (month.test(after) || /^\d/.test(after) || beforeOrdinal.test(before))
  )
}

const quotation = /«[^«»\n]*»|“[^“”\n]*”|„[^„“\n]*“|‘(?:[^‘’\n]|’(?=\p{L}))*’(?!\p{L})/gu
// Longer quotations are split into sentences.
const maxQuotationLength = 300

/** Finds quotations. A full stop within one does not end the surrounding sentence. */
const findQuotations = (text: string): (readonly [from: number, to: number])[] =>
  [...text.matchAll(quotation)].flatMap(({ 0: { length }, index }) =>
    length > maxQuotationLength ? [] : [[index, index + length] as const],
  )

/** Splits a text into sentences, and sentences longer than `maxLength` at a space. */
export function splitSentences(text: string, maxLength = Number.POSITIVE_INFINITY): Sentence[] {
  const sentences: Sentence[] = []
  let from = 0
  let startsLine = true
  const addSentence = (to: number, endsLine: boolean) => {
    for (const part of splitLongSentence(text.slice(from, to).trim(), maxLength)) {
      sentences.push({ text: part, startsLine })
      startsLine = false
    }
    startsLine ||= endsLine
    from = to
  }
  const quotations = findQuotations(text)
  let quoted = 0
  for (const { 0: mark, index } of text.matchAll(end)) {
    const to = index + mark.length
    while ((quotations[quoted]?.[1] ?? Number.POSITIVE_INFINITY) < to) quoted++
    if ((quotations[quoted]?.[0] ?? to) < index && to < (quotations[quoted]?.[1] ?? 0)) continue
    const before = text.slice(Math.max(from, to - contextLength), to)
    const after = text.slice(to, to + contextLength)
    if (mark === '.' && !/^[^\S\n]*\n/.test(after) && isWithinSentence(before, after.trimStart()))
      continue
    addSentence(to, mark.startsWith('\n'))
  }
  addSentence(text.length, false)
  return sentences
}

function splitLongSentence(sentence: string, maxLength: number): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > maxLength) {
    const space = rest.lastIndexOf(' ', maxLength)
    const cutIndex = space > maxLength / 2 ? space : maxLength
    parts.push(rest.slice(0, cutIndex).trim())
    rest = rest.slice(cutIndex).trim()
  }
  return rest ? [...parts, rest] : parts
}
