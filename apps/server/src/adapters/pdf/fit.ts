import { type Sentence, splitSentences } from '@vitrine/text'
import { type FontName, getFallbackAdvance, getFontMetrics, wideCharacterRanges } from './fonts.ts'
import { softBreak } from './printable.ts'

/** Lengths are millimetres, type sizes are points. */
const millimetresPerPoint = 25.4 / 72
// In parts of the size: the hyphen with what a line loses on the way back to the end of a syllable.
const hyphenAndRest = 1
const shortestPart = 1.1

const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' })

/** A text with the widths of its words, so that many sizes can be tried on it. */
export interface MeasuredParagraphs {
  /** Paragraphs of lines of words, in parts of the type size. */
  readonly paragraphs: readonly (readonly (readonly number[])[])[]
  readonly space: number
  /** All words and spaces in one line. */
  readonly length: number
}

export interface TypeSetting {
  readonly size: number
  /** From baseline to baseline, in parts of the size. */
  readonly leading: number
  /** Between paragraphs, in parts of the size, beside the leading. */
  readonly gap: number
  readonly hyphenated?: boolean
}

/** Texts of different fonts, one below the other. */
export const stackVertically = (texts: readonly MeasuredParagraphs[]): MeasuredParagraphs => ({
  paragraphs: texts.flatMap(({ paragraphs }) => paragraphs),
  space: Math.max(0, ...texts.map(({ space }) => space)),
  length: texts.reduce((sum, { length }) => sum + length, 0),
})

/** Paragraphs may hold line breaks. */
export function measureParagraphs(
  paragraphs: readonly string[],
  font: FontName,
): MeasuredParagraphs {
  const widthOf = widthIn(font)
  const space = spaceOf(font)
  const measured = paragraphs.map((paragraph) =>
    paragraph.split('\n').map((line) => widthsOf(line, widthOf, space)),
  )
  let length = 0
  for (const paragraph of measured)
    for (const line of paragraph) for (const word of line) length += word + space
  return { paragraphs: measured, space, length }
}

function widthIn(font: FontName): (word: string) => number {
  const { advance } = getFontMetrics(font)
  return (word) => {
    let width = 0
    for (let index = 0; index < word.length; index++) {
      const codePoint = word.codePointAt(index) ?? 0
      if (codePoint > 0xffff) index++
      width += advance(codePoint) ?? getFallbackAdvance(codePoint)
    }
    return width
  }
}

const spaceOf = (font: FontName): number => getFontMetrics(font).advance(0x20) ?? 0.25

const hasWide = new RegExp(`[${wideCharacterRanges}]`, 'u')
const parts = new RegExp(`[${wideCharacterRanges}]|[^${wideCharacterRanges}]+`, 'gu')
const narrowWords = new RegExp(`[^ \\n\\u200b${wideCharacterRanges}]+`, 'gu')

/**
 * A word that may be broken counts as several without space between them; a little too wide is on
 * the safe side.
 */
const wordsOf = (line: string) =>
  line.split(/[ \u200b]+/).filter((word) => word !== '' && word !== softBreak)

/** Ideographs are words of their own, and have no space before them. */
const widthsOf = (line: string, widthOf: (word: string) => number, space: number): number[] =>
  hasWide.test(line)
    ? wordsOf(line).flatMap((word) =>
        (word.match(parts) ?? []).map((part, index) => widthOf(part) - (index === 0 ? 0 : space)),
      )
    : wordsOf(line).map(widthOf)

/** How long a text is in one line. */
export const getLineLength = ({ length }: MeasuredParagraphs, size: number): number =>
  length * size * millimetresPerPoint

/** No word must be broken at this width. */
export const fitsWithoutBreakingWords = (
  { paragraphs }: MeasuredParagraphs,
  width: number,
  size: number,
): boolean => Math.max(0, ...paragraphs.flat(2)) * size * millimetresPerPoint <= width

/**
 * Words wider than a line with breaks where a line ends: none of them runs into what is beside it.
 */
export function breakLongWords(text: string, font: FontName, width: number, size: number): string {
  const widthOf = widthIn(font)
  const room = width / (size * millimetresPerPoint)
  if (widestWord(text, widthOf) <= room) return text
  return text.replaceAll(narrowWords, (word) =>
    widthOf(word) <= room
      ? word
      : word
          .split(/(?<=[-‐–])/)
          .flatMap((part) => partsOf(part, widthOf, room))
          .join(softBreak),
  )
}

const widestWord = (text: string, widthOf: (word: string) => number) =>
  (text.match(narrowWords) ?? []).reduce((widest, word) => Math.max(widest, widthOf(word)), 0)

function partsOf(word: string, widthOf: (word: string) => number, room: number): string[] {
  const parts = ['']
  for (const { segment } of graphemes.segment(word)) {
    const part = `${parts.at(-1)}${segment}`
    if (widthOf(part) <= room || part === segment) parts[parts.length - 1] = part
    else parts.push(segment)
  }
  return parts
}

/** How many lines a text takes at a width. */
export function countLines(
  { paragraphs, space }: MeasuredParagraphs,
  width: number,
  size: number,
  hyphenated = false,
): number {
  const room = width / (size * millimetresPerPoint)
  let lines = 0
  for (const paragraph of paragraphs) {
    for (const line of paragraph) lines += linesOfWords(line, space, room, hyphenated)
  }
  return lines
}

function linesOfWords(
  words: readonly number[],
  space: number,
  room: number,
  hyphenated: boolean,
): number {
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

/**
 * How much of a word fits at the end of a line, before a hyphen. Where its syllables end is not
 * known here.
 */
function headOf(word: number, room: number): number {
  const head = room - hyphenAndRest
  return head >= shortestPart && word - head >= shortestPart ? head : 0
}

/** The height of a text at a width. */
export function getTextHeight(
  text: MeasuredParagraphs,
  width: number,
  { size, leading, gap, hyphenated }: TypeSetting,
): number {
  const lines = countLines(text, width, size, hyphenated)
  if (lines === 0) return 0
  return (
    ((lines - 1) * leading + 1 + (text.paragraphs.length - 1) * gap) * size * millimetresPerPoint
  )
}

/** As much of the paragraphs as fits, with an ending where something is left out. */
export function shortenToFit(
  paragraphs: readonly string[],
  font: FontName,
  fits: (text: MeasuredParagraphs) => boolean,
  { measured = measureParagraphs(paragraphs, font), ending = '…' } = {},
): readonly string[] {
  if (fits(measured)) return paragraphs
  const whole = paragraphs.join('\n\n')
  let [low, high] = [0, whole.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(measureParagraphs(beginning(whole, middle, ending), font))) low = middle
    else high = middle - 1
  }
  return beginning(whole, low, ending)
}

/** As many whole sentences as fit with an ending after them, and what is left. */
export function splitAtSentence(
  paragraphs: readonly string[],
  font: FontName,
  fits: (text: MeasuredParagraphs) => boolean,
  ending: string,
): { readonly shown: readonly string[]; readonly rest: readonly string[] } {
  const sentences = paragraphs.flatMap((paragraph, index) =>
    splitSentences(paragraph).map((sentence) => ({ ...sentence, paragraph: index })),
  )
  const first = (count: number) => {
    const [last = '', ...others] = joined(sentences.slice(0, count)).toReversed()
    return count === 0 ? [] : [...others.toReversed(), `${last} ${ending}`.trim()]
  }
  let [low, high] = [0, sentences.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(measureParagraphs(first(middle), font))) low = middle
    else high = middle - 1
  }
  return { shown: first(low), rest: joined(sentences.slice(low)) }
}

/** Sentences as the paragraphs that they come from. */
const joined = (sentences: readonly (Sentence & { readonly paragraph: number })[]): string[] =>
  [...Map.groupBy(sentences, ({ paragraph }) => paragraph).values()].map((some) =>
    some.reduce(
      (text, { text: next, startsLine }, index) =>
        index === 0 ? next : `${text}${startsLine ? '\n' : endsWide.test(text) ? '' : ' '}${next}`,
      '',
    ),
  )

const endsWide = /[。！？」』]$/

function beginning(text: string, length: number, ending: string): string[] {
  const cut = text.slice(0, length).toWellFormed().replaceAll('\ufffd', '')
  // Back to the end of a word, unless there is none near.
  const words = cut.replace(/(?<!\s)\s+\S{0,40}$/, '')
  return `${words.trimEnd().replace(/(?<![,;:.–-])[,;:.–-]+$/, '')} ${ending}`.trim().split('\n\n')
}
