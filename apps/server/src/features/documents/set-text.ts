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

// In characters; more than any page holds, so the rest is not measured.
const maxTextLength = 20_000

/** Splits a description as the public page does: an empty line starts a paragraph. */
export function measureText(description: string, language: LabelLanguage | '' = ''): MeasuredText {
  const shown =
    description.length > maxTextLength ? `${description.slice(0, maxTextLength)} …` : description
  const paragraphs = toPrintable(shown)
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.replaceAll(/[^\S\n\u00a0]+/g, ' ').trim())
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

// With few words per line, justified text would have large gaps.
const isJustified = (text: MeasuredText, size: number, { width }: TextBox) =>
  isHyphenated(text) && width / size > 6

function getLeading(size: number): number {
  if (size < 8) return 1.26
  return size > 13 ? 1.28 : 1.36
}

const isHyphenated = ({ language }: MeasuredText) =>
  language !== '' && languages[language].hasSpaces

const toTypeSetting = (text: MeasuredText, size: number): TypeSetting => ({
  size,
  leading: getLeading(size),
  gap: 0.5,
  hyphenated: isHyphenated(text),
})

/** Columns but the last may end with part of a line empty. */
const getUsableHeight = (
  { height, columns = 1 }: TextBox,
  { size, leading }: TypeSetting,
): number => columns * height - (columns - 1) * size * leading * 0.36

export const getLaidOutHeight = (text: MeasuredText, size: number, box: TextBox): number =>
  getTextHeight(text.measured, box.width, toTypeSetting(text, size))

export const doesTextFit = (text: MeasuredText, size: number, box: TextBox): boolean =>
  getLaidOutHeight(text, size, box) <= getUsableHeight(box, toTypeSetting(text, size))

/**
 * Sets a text at a size. `rest` is what does not fit. Without a next page, the text ends after a
 * sentence with the hint to read on by scanning the code.
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

/** Cuts after a sentence, or after a word if the first sentence is too long. */
function cutText(
  { paragraphs }: MeasuredText,
  fits: (part: MeasuredParagraphs) => boolean,
  ending: string,
) {
  const { shown, rest } = splitAtSentence(paragraphs, 'serif', fits, ending)
  if (shown.length > 0) return { shown, rest }
  const words = shortenToFit(paragraphs, 'serif', fits, { ending: ending || '…' })
  // Never show the ending alone.
  return { shown: words.join('') === ending ? [] : words, rest: paragraphs }
}

/** Type sizes from large to small, with the number of lines allowed at each. */
export type TitleSizes = readonly (readonly [size: number, lines: number])[]

const titleLeading = 1.1

export interface FittedTitle {
  readonly text: string
  readonly size: number
  /** In millimetres. */
  readonly height: number
}

/** Sets a name in the largest type that breaks no word and keeps within its number of lines. */
export function fitTitle(name: string, width: number, sizes: TitleSizes): FittedTitle {
  const text = toPrintableLine(name)
  const measured = measureParagraphs([text], 'serif')
  const [size, lines] = sizes.find(
    ([size, lines]) =>
      fitsWithoutBreakingWords(measured, width, size) && countLines(measured, width, size) <= lines,
  ) ??
    sizes.at(-1) ?? [10, 1]
  const whole = breakLongWords(text, 'serif', width, size)
  const [shown = whole] = shortenToFit(
    [whole],
    'serif',
    (part) => countLines(part, width, size) <= lines,
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
  const [lineHeight, height] = ['x', text].map((part) =>
    getTextHeight(measureParagraphs([part], 'sans'), width, setting),
  )
  return Math.max(0, (height ?? 0) - (lineHeight ?? 0))
}
