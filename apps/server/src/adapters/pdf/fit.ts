import { type Sentence, splitSentences } from '@vitrine/text'
import { type FontName, getFallbackAdvance, getFontMetrics, wideCharacterRanges } from './fonts.ts'
import { softBreak } from './printable.ts'

/** Lengths are millimetres, type sizes are points. */
const millimetresPerPoint = 25.4 / 72

// In multiples of the type size: the hyphen, and the space that stays empty because words are only
// broken between syllables.
const hyphenLoss = 1
// In multiples of the type size: the smallest part of a word before or after a hyphen.
const minPartWidth = 1.1

const graphemes = new Intl.Segmenter('fr', { granularity: 'grapheme' })

/** A text with the widths of its words, so that many type sizes can be tried on it. */
export interface MeasuredParagraphs {
  /** Paragraphs of lines of words; widths are multiples of the type size. */
  readonly paragraphs: readonly (readonly (readonly number[])[])[]
  /** The width of a space, in multiples of the type size. */
  readonly space: number
  /** The width of all words and spaces in one line, in multiples of the type size. */
  readonly length: number
}

export interface TypeSetting {
  readonly size: number
  /** Distance between baselines, in multiples of the type size. */
  readonly leading: number
  /** Additional distance between paragraphs, in multiples of the type size. */
  readonly gap: number
  readonly hyphenated?: boolean
}

/** Combines texts of different fonts, one below the other. */
export const stackVertically = (texts: readonly MeasuredParagraphs[]): MeasuredParagraphs => ({
  paragraphs: texts.flatMap(({ paragraphs }) => paragraphs),
  space: Math.max(0, ...texts.map(({ space }) => space)),
  length: texts.reduce((sum, { length }) => sum + length, 0),
})

/** Measures the words of paragraphs, which may contain line breaks. */
export function measureParagraphs(
  paragraphs: readonly string[],
  font: FontName,
): MeasuredParagraphs {
  const measureWidth = createWidthMeter(font)
  const space = getSpaceWidth(font)
  const measured = paragraphs.map((paragraph) =>
    paragraph.split('\n').map((line) => measureWords(line, measureWidth, space)),
  )
  let length = 0
  for (const paragraph of measured)
    for (const line of paragraph) for (const wordWidth of line) length += wordWidth + space
  return { paragraphs: measured, space, length }
}

function createWidthMeter(font: FontName): (word: string) => number {
  const { advance } = getFontMetrics(font)
  return (word) => {
    let width = 0
    for (let index = 0; index < word.length; index++) {
      const codePoint = word.codePointAt(index) ?? 0
      // Skips the second half of a surrogate pair.
      if (codePoint > 0xffff) index++
      width += advance(codePoint) ?? getFallbackAdvance(codePoint)
    }
    return width
  }
}

// In multiples of the type size, for a font without a space.
const usualSpaceWidth = 0.25

const getSpaceWidth = (font: FontName): number =>
  getFontMetrics(font).advance(' '.charCodeAt(0)) ?? usualSpaceWidth

const hasWideCharacters = new RegExp(`[${wideCharacterRanges}]`, 'u')
const wideOrNarrowParts = new RegExp(`[${wideCharacterRanges}]|[^${wideCharacterRanges}]+`, 'gu')
const narrowWords = new RegExp(`[^ \\n\\u200b${wideCharacterRanges}]+`, 'gu')

/**
 * Splits at spaces and soft breaks. Spaces are added even at soft breaks, which errs on the safe
 * side by a little.
 */
const splitWords = (line: string) =>
  line.split(/[ \u200b]+/).filter((word) => word !== '' && word !== softBreak)

/** Measures the words of a line. Ideographs are words of their own, without a space before them. */
const measureWords = (
  line: string,
  measureWidth: (word: string) => number,
  space: number,
): number[] =>
  hasWideCharacters.test(line)
    ? splitWords(line).flatMap((word) =>
        (word.match(wideOrNarrowParts) ?? []).map(
          (part, index) => measureWidth(part) - (index === 0 ? 0 : space),
        ),
      )
    : splitWords(line).map(measureWidth)

/** The length of a text in one line, in millimetres. */
export const getLineLength = ({ length }: MeasuredParagraphs, size: number): number =>
  length * size * millimetresPerPoint

/** Whether no word needs to be broken at this width. */
export const fitsWithoutBreakingWords = (
  { paragraphs }: MeasuredParagraphs,
  width: number,
  size: number,
): boolean => Math.max(0, ...paragraphs.flat(2)) * size * millimetresPerPoint <= width

const afterHyphens = /(?<=[-‐–])/

/**
 * Adds soft breaks to words that are wider than a line, so that none of them overlaps what is
 * beside it.
 */
export function breakLongWords(text: string, font: FontName, width: number, size: number): string {
  const measureWidth = createWidthMeter(font)
  const maxWidth = width / (size * millimetresPerPoint)
  if (measureWidestWord(text, measureWidth) <= maxWidth) return text
  return text.replaceAll(narrowWords, (word) =>
    measureWidth(word) <= maxWidth
      ? word
      : word
          .split(afterHyphens)
          .flatMap((part) => splitToWidth(part, measureWidth, maxWidth))
          .join(softBreak),
  )
}

const measureWidestWord = (text: string, measureWidth: (word: string) => number) =>
  (text.match(narrowWords) ?? []).reduce((widest, word) => Math.max(widest, measureWidth(word)), 0)

function splitToWidth(
  word: string,
  measureWidth: (word: string) => number,
  maxWidth: number,
): string[] {
  const parts = ['']
  for (const { segment } of graphemes.segment(word)) {
    const extended = `${parts.at(-1)}${segment}`
    // A part has at least one character, however wide.
    const isFirstOfPart = extended === segment
    if (isFirstOfPart || measureWidth(extended) <= maxWidth) parts[parts.length - 1] = extended
    else parts.push(segment)
  }
  return parts
}

/** Counts the lines that a text takes at a width in millimetres. */
export function countLines(
  { paragraphs, space }: MeasuredParagraphs,
  width: number,
  size: number,
  hyphenated = false,
): number {
  const maxWidth = width / (size * millimetresPerPoint)
  let lines = 0
  for (const paragraph of paragraphs) {
    for (const line of paragraph) lines += countLinesOfWords(line, space, maxWidth, hyphenated)
  }
  return lines
}

function countLinesOfWords(
  wordWidths: readonly number[],
  space: number,
  maxWidth: number,
  hyphenated: boolean,
): number {
  let lines = 1
  // The width of the words in the last line.
  let usedWidth = 0
  for (const wordWidth of wordWidths) {
    const isLineEmpty = usedWidth === 0
    const neededWidth = isLineEmpty ? wordWidth : usedWidth + space + wordWidth
    if (neededWidth <= maxWidth) {
      usedWidth = neededWidth
    } else {
      const headWidth = hyphenated ? getHeadWidth(wordWidth, maxWidth - usedWidth - space) : 0
      // A word wider than a line takes as many lines as it fills.
      const fullLines = Math.floor((wordWidth - headWidth) / maxWidth)
      lines += (isLineEmpty ? 0 : 1) + fullLines
      usedWidth = wordWidth - headWidth - fullLines * maxWidth
    }
  }
  return lines
}

/**
 * The width of the part of a word that fits at the end of a line, before a hyphen. Assumes that it
 * may be broken anywhere, because its syllables are not known here.
 */
function getHeadWidth(wordWidth: number, maxWidth: number): number {
  const headWidth = maxWidth - hyphenLoss
  const tailWidth = wordWidth - headWidth
  return headWidth >= minPartWidth && tailWidth >= minPartWidth ? headWidth : 0
}

/** The height of a text at a width, both in millimetres. */
export function getTextHeight(
  text: MeasuredParagraphs,
  width: number,
  { size, leading, gap, hyphenated }: TypeSetting,
): number {
  const lines = countLines(text, width, size, hyphenated)
  if (lines === 0) return 0
  const gaps = (text.paragraphs.length - 1) * gap
  // In multiples of the type size: the last line needs no leading below it.
  const height = (lines - 1) * leading + 1 + gaps
  return height * size * millimetresPerPoint
}

/** Shortens paragraphs to what fits, with an ending where something is left out. */
export function shortenToFit(
  paragraphs: readonly string[],
  font: FontName,
  fits: (text: MeasuredParagraphs) => boolean,
  { measured = measureParagraphs(paragraphs, font), ending = '…' } = {},
): readonly string[] {
  if (fits(measured)) return paragraphs
  const fullText = paragraphs.join('\n\n')
  const length = findGreatestFitting(fullText.length, (candidate) =>
    fits(measureParagraphs(truncate(fullText, candidate, ending), font)),
  )
  return truncate(fullText, length, ending)
}

/** Splits paragraphs after as many whole sentences as fit with an ending behind them. */
export function splitAtSentence(
  paragraphs: readonly string[],
  font: FontName,
  fits: (text: MeasuredParagraphs) => boolean,
  ending: string,
): { readonly shown: readonly string[]; readonly rest: readonly string[] } {
  const sentences = paragraphs.flatMap((paragraph, index) =>
    splitSentences(paragraph).map((sentence) => ({ ...sentence, paragraph: index })),
  )
  const takeSentences = (count: number) => {
    if (count === 0) return []
    const joined = joinSentences(sentences.slice(0, count))
    const last = joined.pop() ?? ''
    return [...joined, `${last} ${ending}`.trim()]
  }
  const count = findGreatestFitting(sentences.length - 1, (candidate) =>
    fits(measureParagraphs(takeSentences(candidate), font)),
  )
  return { shown: takeSentences(count), rest: joinSentences(sentences.slice(count)) }
}

/** Finds the greatest number up to `max` that fits, by bisection; 0 if no other does. */
function findGreatestFitting(max: number, fits: (candidate: number) => boolean): number {
  let [low, high] = [0, max]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** Joins sentences to the paragraphs from which they come. */
const joinSentences = (
  sentences: readonly (Sentence & { readonly paragraph: number })[],
): string[] =>
  [...Map.groupBy(sentences, ({ paragraph }) => paragraph).values()].map((sentencesOfParagraph) => {
    let text = ''
    for (const { text: next, startsLine } of sentencesOfParagraph)
      text = text === '' ? next : `${text}${getSeparator(text, startsLine)}${next}`
    return text
  })

function getSeparator(text: string, startsLine: boolean): string {
  if (startsLine) return '\n'
  return wideEnding.test(text) ? '' : ' '
}

// Chinese and Japanese have no space after a sentence.
const wideEnding = /[。！？」』]$/

// Letters after the last space; none if that is more than forty letters away.
const partialWord = /(?<!\s)\s+\S{0,40}$/
const finalPunctuation = /(?<![,;:.–-])[,;:.–-]+$/

function truncate(text: string, length: number, ending: string): string[] {
  // Without half a surrogate pair at the end, which `toWellFormed` replaces.
  const cut = text.slice(0, length).toWellFormed().replaceAll('\ufffd', '')
  const words = cut.replace(partialWord, '')
  return `${words.trimEnd().replace(finalPunctuation, '')} ${ending}`.trim().split('\n\n')
}
