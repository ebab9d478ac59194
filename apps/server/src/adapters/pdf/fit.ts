import { metricsOf } from './font-metrics.ts'
import type { FontName } from './fonts.ts'
import { softBreak } from './printable.ts'

/** Lengths are millimetres, type sizes are points. */
const millimetresPerPoint = 25.4 / 72
// Where a font has nothing, the other one steps in: about as wide as a capital.
const unknownAdvance = 0.7

// In parts of the size: the hyphen with what a line loses on the way back to the end of a syllable.
const hyphenAndRest = 1
const shortestPart = 1.1

/** A text with the widths of its words, so that many sizes can be tried on it. */
export interface Measured {
  /** Paragraphs of lines of words, in parts of the type size. */
  readonly paragraphs: readonly (readonly (readonly number[])[])[]
  readonly space: number
}

export interface Setting {
  readonly size: number
  /** From baseline to baseline, in parts of the size. */
  readonly leading: number
  /** Between paragraphs, in parts of the size, beside the leading. */
  readonly gap: number
  readonly hyphenated?: boolean
}

/** Paragraphs may hold line breaks. */
export function measure(paragraphs: readonly string[], font: FontName): Measured {
  const { advance } = metricsOf(font)
  const widthOf = (word: string) => {
    let width = 0
    for (const character of word) width += advance(character.codePointAt(0) ?? 0) ?? unknownAdvance
    return width
  }
  return {
    paragraphs: paragraphs.map((paragraph) => paragraph.split('\n').map((line) => wordsOf(line).map(widthOf))),
    space: advance(0x20) ?? 0.25,
  }
}

/** A word that may be broken counts as several without space between them; a little too wide is on the safe side. */
const wordsOf = (line: string) => line.split(/[ \u200b]+/).filter((word) => word !== '' && word !== softBreak)

/** No word must be broken at this width. */
export const keepsWords = ({ paragraphs }: Measured, width: number, size: number): boolean =>
  Math.max(0, ...paragraphs.flat(2)) * size * millimetresPerPoint <= width

/** How many lines a text takes at a width. */
export function linesIn({ paragraphs, space }: Measured, width: number, size: number, hyphenated = false): number {
  const room = width / (size * millimetresPerPoint)
  let lines = 0
  for (const line of paragraphs.flat()) lines += linesOfWords(line, space, room, hyphenated)
  return lines
}

function linesOfWords(words: readonly number[], space: number, room: number, hyphenated: boolean): number {
  let lines = 1
  let used = 0
  for (const word of words) {
    const needed = used === 0 ? word : used + space + word
    if (needed <= room) {
      used = needed
    } else {
      const head = hyphenated ? headOf(word, room - used - space) : 0
      // What is wider than a line takes as many as it fills.
      const whole = Math.floor((word - head) / room)
      lines += (used === 0 ? 0 : 1) + whole
      used = word - head - whole * room
    }
  }
  return lines
}

/** How much of a word stands at the end of a line, before a hyphen. Where its syllables end is not known here. */
function headOf(word: number, room: number): number {
  const head = room - hyphenAndRest
  return head >= shortestPart && word - head >= shortestPart ? head : 0
}

/** How high a text stands at a width. */
export function heightOf(text: Measured, width: number, { size, leading, gap, hyphenated = false }: Setting): number {
  const em = size * millimetresPerPoint
  const lines = linesIn(text, width, size, hyphenated)
  if (lines === 0) return 0
  return ((lines - 1) * leading + 1 + Math.max(0, text.paragraphs.length - 1) * gap) * em
}

/** As much of the paragraphs as fits, ending with an ellipsis where something is left out. */
export function shortened(
  paragraphs: readonly string[],
  font: FontName,
  fits: (text: Measured) => boolean,
): readonly string[] {
  if (fits(measure(paragraphs, font))) return paragraphs
  const whole = paragraphs.join('\n\n')
  let [low, high] = [0, whole.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(measure(beginning(whole, middle), font))) low = middle
    else high = middle - 1
  }
  return beginning(whole, low)
}

function beginning(text: string, length: number): string[] {
  const cut = text.slice(0, length).toWellFormed().replaceAll('\ufffd', '')
  // Back to the end of a word, unless there is none near.
  const words = cut.replace(/\s+\S{0,40}$/, '')
  return `${words.trimEnd().replace(/[,;:.–-]+$/, '')} …`.trim().split('\n\n')
}
