import { detectLanguage, type LabelLanguage, languages } from '@vitrine/contract'
import { readOnByCodeNote } from '@vitrine/pages'
import {
  breakLongWords,
  countLines,
  fitsWithoutBreakingWords,
  getTextHeight,
  type MeasuredParagraphs,
  measureParagraphs,
  shortenToFit,
  splitAtSentence,
  type TypeSetting,
} from '../../adapters/pdf/fit.ts'
import { detectLanguageByScript } from '../../adapters/pdf/fonts.ts'
import { toPrintable, toPrintableLine } from '../../adapters/pdf/printable.ts'
import type { Sheet, SheetPicture } from './sheet.ts'

/** A description split into paragraphs, with its measures. */
export interface MeasuredText {
  readonly paragraphs: readonly string[]
  readonly measured: MeasuredParagraphs
  /** Empty if unknown; then nothing is hyphenated. */
  readonly language: LabelLanguage | ''
}

// In characters: more than any page holds. The rest of a longer text is not even measured.
const maxTextLength = 20_000

// An empty line may contain spaces.
const emptyLine = /\n[^\S\n]*\n\s*/
// Line breaks and no-break spaces stay.
const runOfSpaces = /[^\S\n\u00a0]+/g

/** Splits a description as the public page does: an empty line starts a paragraph. */
export function measureText(description: string, language: LabelLanguage | '' = ''): MeasuredText {
  const shown =
    description.length > maxTextLength ? `${description.slice(0, maxTextLength)} …` : description
  const paragraphs = toPrintable(shown)
    .split(emptyLine)
    .map((paragraph) => paragraph.replaceAll(runOfSpaces, ' ').trim())
    .filter((paragraph) => paragraph !== '')
  return {
    paragraphs,
    measured: measureParagraphs(paragraphs, 'serif'),
    language: language || (detectLanguage(description) ?? ''),
  }
}

/** A space for text, in millimetres: one column or several of the same size. */
export interface TextBox {
  readonly width: number
  readonly height: number
  readonly columns?: number
}

// In millimetres per point of type: with fewer words per line, justified text has large gaps.
const minJustifiedMmPerPoint = 6

const isJustified = (text: MeasuredText, size: number, { width }: TextBox) =>
  isHyphenated(text) && width / size > minJustifiedMmPerPoint

/** Distance between baselines in multiples of the type size, smaller for small and large type. */
function getLeading(size: number): number {
  if (size < 8) return 1.26
  return size > 13 ? 1.28 : 1.36
}

const isHyphenated = ({ language }: MeasuredText) =>
  language !== '' && languages[language].hasSpaces

// In multiples of the type size.
const paragraphGap = 0.5

const toTypeSetting = (text: MeasuredText, size: number): TypeSetting => ({
  size,
  leading: getLeading(size),
  gap: paragraphGap,
  hyphenated: isHyphenated(text),
})

// Rounded up from 25.4 / 72.
const millimetresPerPoint = 0.36

/**
 * Leaves out one line per column except the last, because a column may end with space for only part
 * of a line.
 */
const getUsableHeight = (
  { height, columns = 1 }: TextBox,
  { size, leading }: TypeSetting,
): number => columns * height - (columns - 1) * size * leading * millimetresPerPoint

export const getLaidOutHeight = (text: MeasuredText, size: number, box: TextBox): number =>
  getTextHeight(text.measured, box.width, toTypeSetting(text, size))

export const doesTextFit = (text: MeasuredText, size: number, box: TextBox): boolean =>
  getLaidOutHeight(text, size, box) <= getUsableHeight(box, toTypeSetting(text, size))

/**
 * Sets a text in type of this size. `rest` is what does not fit. Without a next page, a text that
 * does not fit ends after a sentence, with the hint to read on by scanning the code.
 */
export function layOutText(
  text: MeasuredText,
  size: number,
  box: TextBox,
  { hasNextPage = false } = {},
) {
  const setting = toTypeSetting(text, size)
  const maxHeight = getUsableHeight(box, setting)
  const fits = (part: MeasuredParagraphs) => getTextHeight(part, box.width, setting) <= maxHeight
  const { shown, rest } = fits(text.measured)
    ? { shown: text.paragraphs, rest: [] }
    : cutText(text, fits, hasNextPage ? '' : `… ${readOnByCodeNote(text.language || 'en')}`)
  return {
    paragraphs: shown.map((part) => breakLongWords(part, 'serif', box.width, size)),
    rest,
    lang: text.language || detectLanguageByScript(text.paragraphs[0] ?? '') || 'en',
    size,
    leading: setting.leading,
    gap: setting.gap,
    hyphenate: isHyphenated(text),
    justify: isJustified(text, size, box),
  }
}

/**
 * Cuts after a sentence, or after a word if the first sentence is too long. In the latter case the
 * rest is the whole text, so that it does not begin in the middle of a sentence.
 */
function cutText(
  { paragraphs }: MeasuredText,
  fits: (part: MeasuredParagraphs) => boolean,
  ending: string,
) {
  const { shown, rest } = splitAtSentence(paragraphs, 'serif', fits, ending)
  if (shown.length > 0) return { shown, rest }
  const words = shortenToFit(paragraphs, 'serif', fits, { ending: ending || '…' })
  const isEndingAlone = words.join('') === ending
  return { shown: isEndingAlone ? [] : words, rest: paragraphs }
}

/** Type sizes from large to small, with the number of lines allowed at each. */
export type TitleSizes = readonly TitleSize[]
type TitleSize = readonly [size: number, maxLines: number]

const titleLeading = 1.1

export interface FittedTitle {
  readonly text: string
  readonly size: number
  /** In millimetres. */
  readonly height: number
}

/** Sets a name in the largest type in which it fits; shortens it if it fits in none. */
export function fitTitle(name: string, width: number, sizes: TitleSizes): FittedTitle {
  const text = toPrintableLine(name)
  const measured = measureParagraphs([text], 'serif')
  const [size, maxLines] = chooseTitleSize(measured, width, sizes)
  const whole = breakLongWords(text, 'serif', width, size)
  const [shown = whole] = shortenToFit(
    [whole],
    'serif',
    (part) => countLines(part, width, size) <= maxLines,
  )
  return {
    text: shown,
    size,
    height: getTextHeight(measureParagraphs([shown], 'serif'), width, {
      size,
      leading: titleLeading,
      gap: 0,
    }),
  }
}

/** The largest type that breaks no word and keeps within its number of lines; else the smallest. */
function chooseTitleSize(
  measured: MeasuredParagraphs,
  width: number,
  sizes: TitleSizes,
): TitleSize {
  const fits = ([size, maxLines]: TitleSize) =>
    fitsWithoutBreakingWords(measured, width, size) && countLines(measured, width, size) <= maxLines
  return sizes.find(fits) ?? sizes.at(-1) ?? [10, 1]
}

/** The small print of a paper: notes about its text, and credits and licences of its pictures. */
export const formatNote = (
  notes: Sheet['notes'],
  ...pictures: readonly (SheetPicture | null)[]
): string => {
  const rights = pictures.map((picture) => picture?.rights ?? '')
  return toPrintableLine([...notes, ...new Set(rights)].filter(Boolean).join(' · '))
}

/** Height of a note's lines after the first, in millimetres. */
export function measureExtraNoteLines(
  text: string,
  { width, ...setting }: TypeSetting & { readonly width: number },
): number {
  const measureHeight = (note: string) =>
    getTextHeight(measureParagraphs([note], 'sans'), width, setting)
  const lineHeight = measureHeight('x')
  return Math.max(0, measureHeight(text) - lineHeight)
}
