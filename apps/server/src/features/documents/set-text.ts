import { type LabelLanguage, languageOf, languages } from '@vitrine/contract'
import { readOnByCode } from '@vitrine/pages'
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

/** A description on its way to a page. */
export interface MeasuredText {
  readonly paragraphs: readonly string[]
  readonly measured: MeasuredParagraphs
  /** Empty where it is not known: then nothing is hyphenated. */
  readonly language: LabelLanguage | ''
}

// More than any page holds: what comes after it need not be looked at.
const maxTextLength = 20_000

/** As on the public page: an empty line begins a paragraph, a line break stays one. */
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
    language: language || (languageOf(description) ?? ''),
  }
}

/** A room for text: one column or several of the same size. */
export interface TextBox {
  readonly width: number
  readonly height: number
  readonly columns?: number
}

// A short text in large type has no need of straight edges, and with few words to a line they would tear holes.
const isJustified = (text: MeasuredText, size: number, { width }: TextBox) =>
  isHyphenated(text) && width / size > 6

const leadingFor = (size: number) => (size < 8 ? 1.26 : size > 13 ? 1.28 : 1.36)

const isHyphenated = ({ language }: MeasuredText) =>
  language !== '' && languages[language].hasSpaces

const textSetting = (text: MeasuredText, size: number): TypeSetting => ({
  size,
  leading: leadingFor(size),
  gap: 0.5,
  hyphenated: isHyphenated(text),
})

/** At the foot of each column but the last there may be a line that nothing fills. */
const usableHeight = ({ height, columns = 1 }: TextBox, { size, leading }: TypeSetting): number =>
  columns * height - (columns - 1) * size * leading * 0.36

export const textHeight = (text: MeasuredText, size: number, room: TextBox): number =>
  getTextHeight(text.measured, room.width, textSetting(text, size))

export const textFits = (text: MeasuredText, size: number, room: TextBox): boolean =>
  textHeight(text, size, room) <= usableHeight(room, textSetting(text, size))

/**
 * Sets a text at a size. What does not fit is its `rest`, for another page; without one, the text ends at a sentence and says
 * that the code leads to the rest.
 */
export function layOutText(
  text: MeasuredText,
  size: number,
  room: TextBox,
  { hasNextPage = false } = {},
) {
  const setting = textSetting(text, size)
  const most = usableHeight(room, setting)
  const fits = (part: MeasuredParagraphs) => getTextHeight(part, room.width, setting) <= most
  const { shown, rest } = fits(text.measured)
    ? { shown: text.paragraphs, rest: [] }
    : cutText(text, fits, hasNextPage ? '' : `… ${readOnByCode(text.language || 'en')}`)
  return {
    paragraphs: shown.map((part) => breakLongWords(part, 'serif', room.width, size)),
    rest,
    lang: text.language || detectLanguageByScript(text.paragraphs[0] ?? '') || 'en',
    size,
    leading: setting.leading,
    gap: setting.gap,
    hyphenate: isHyphenated(text),
    justify: isJustified(text, size, room),
  }
}

/** After a sentence; of a first sentence that is too long by itself, after a word. */
function cutText(
  { paragraphs }: MeasuredText,
  fits: (part: MeasuredParagraphs) => boolean,
  ending: string,
) {
  const { shown, rest } = splitAtSentence(paragraphs, 'serif', fits, ending)
  if (shown.length > 0) return { shown, rest }
  const words = shortenToFit(paragraphs, 'serif', fits, { ending: ending || '…' })
  // The ending alone says nothing.
  return { shown: words.join('') === ending ? [] : words, rest: paragraphs }
}

/** From large to small, with how many lines a name may take at each size. */
export type TitleSizes = readonly (readonly [size: number, lines: number])[]

const titleLeading = 1.1

export interface FittedTitle {
  readonly text: string
  readonly size: number
  /** In millimetres. */
  readonly height: number
}

/** A name in the largest type in which its words stay whole and it does not take too many lines. */
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

/** What stands at the foot of a paper, in small type: what a reader has to know of its text, and who made these pictures. */
export const formatNote = (
  notes: Sheet['notes'],
  ...pictures: readonly (SheetPicture | null)[]
): string => {
  const rights = pictures.map((picture) => picture?.rights ?? '')
  return toPrintableLine([...notes, ...new Set(rights)].filter(Boolean).join(' · '))
}

/** What a note has below its first line. */
export function extraNoteHeight(
  text: string,
  { width, ...setting }: TypeSetting & { readonly width: number },
): number {
  const [one, all] = ['x', text].map((part) =>
    getTextHeight(measureParagraphs([part], 'sans'), width, setting),
  )
  return Math.max(0, (all ?? 0) - (one ?? 0))
}
