/** A sentence of a text, and whether a line ends between it and the one before. */
export interface Sentence {
  readonly text: string
  readonly startsLine: boolean
}

const segmenter = new Intl.Segmenter('de-CH', { granularity: 'sentence' })

// What ends in a full stop without ending a sentence, in three languages.
const abbreviations = new Set(
  (
    'dr prof st nr art bzw ca evtl ggf inkl max min vgl z.b u.a d.h s.o usw dipl ing hr fr abs bd ' +
    'm mm mme mlle env p.ex etc éd vol av cf chap ' +
    'mr mrs ms no vs approx e.g i.e jan feb mar apr jun jul aug sep sept okt oct nov dez dec janv févr avr juil déc'
  ).split(' '),
)

const months =
  /^(?:jan|feb|mär|märz|apr|mai|jun|jul|aug|sep|okt|nov|dez|janv|févr|mars|avr|juin|juil|août|déc|mar|may|oct|dec)/i

// What precedes an ordinal: 'am 3. Stock', 'du 2. étage'.
const beforeOrdinal =
  /(?:^|\s)(?:am|im|vom|zum|beim|der|die|das|dem|den|des|ab|bis|seit|und|le|la|du|au|the)\s+\d{1,2}\.\s*$/i

/** The sentences of a text. What the segmenter tears apart, as in '12. | März' or 'Dr. | Müller', is put together. */
export function sentencesOf(text: string): Sentence[] {
  const segments = [...segmenter.segment(text)].map(({ segment }) => segment)
  const sentences: Sentence[] = []
  let open = ''
  let startsLine = true
  for (const [at, segment] of segments.entries()) {
    open += segment
    const endsLine = segment.slice(segment.trimEnd().length).includes('\n')
    if (!endsLine && goesOn(open, segments[at + 1] ?? '')) continue
    if (open.trim() !== '') sentences.push({ text: open.trim(), startsLine })
    startsLine = endsLine
    open = ''
  }
  if (open.trim() !== '') sentences.push({ text: open.trim(), startsLine })
  return sentences
}

// What decides is short; to look for it in a word of thousands of letters would take long.
const longestEnd = 60

function goesOn(text: string, next: string): boolean {
  const piece = text.slice(-longestEnd)
  const last = /(?<!\S)(\S+)\.\s*$/.exec(piece)?.[1]?.replace(/^[("«„]+/, '')
  if (last === undefined || next === '') return false
  if (/^\d{1,2}$/.test(last)) return months.test(next) || /^[\p{Ll}\d]/u.test(next) || beforeOrdinal.test(piece)
  // A single capital is an initial.
  return /^\p{Lu}$/u.test(last) || abbreviations.has(last.toLowerCase())
}
