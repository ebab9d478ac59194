import {
  designTokens,
  inventoryTypes,
  type LabelLanguage,
  type LabelSheet,
  layOutLabels,
  toPublicNumber,
} from '@vitrine/contract'
import {
  countLines,
  getLineLength,
  getTextHeight,
  type MeasuredParagraphs,
  measureParagraphs,
  shortenToFit,
} from '../../adapters/pdf/fit.ts'
import { type Paper, PaperOrderRejected } from '../../adapters/pdf/papers.ts'
import { toPrintableLine } from '../../adapters/pdf/printable.ts'
import { drawQrCode } from '../../adapters/qr/qr-code.ts'
import {
  doesTextFit,
  type FittedTitle,
  fitTitle,
  formatNote,
  layOutText,
  measureText,
  type TitleSizes,
} from './set-text.ts'
import { type Sheet, toDisplayName } from './sheet.ts'

/** The content of one label. */
export interface LabelText {
  readonly url: string
  readonly name: string
  /** Lines below the name. */
  readonly facts: readonly string[]
  readonly identifier: string
  /** The number to type on the start page, if it differs from the identifier's; else empty. */
  readonly keypad: string
  /** Whether the item has a recording or music. */
  readonly isHeard: boolean
  readonly museum: string
  readonly description: string
  readonly language: Sheet['language']
  readonly notes: readonly string[]
}

export interface LabelInput {
  readonly title: string
  readonly accent: string
  readonly sheet: LabelSheet
  /** Positions of the first page without stickers left. */
  readonly used: readonly number[]
  readonly items: readonly LabelText[]
  /** For each label, the index of its item. */
  readonly labels: readonly number[]
  readonly lang: LabelLanguage
  readonly foundation: string
}

// Typesetting takes some 250 bytes of memory per letter.
const maxLetters = 800_000

/** Lays out sheets of labels in the given order; an item with several labels is laid out once. */
export function layOutLabelPaper({
  title,
  accent,
  sheet,
  used,
  items,
  labels,
  lang,
  foundation,
}: LabelInput): Paper {
  const laidOutItems = items.map((item) => ({
    url: item.url,
    qr: drawQrCode(item.url),
    ...layOutLabel(item, sheet),
  }))
  rejectTooMuchText(labels.map((item) => laidOutItems[item]?.text.paragraphs.join('').length ?? 0))
  const placed = layOutLabels(sheet, labels.length, used).map((position, index) => ({
    ...position,
    item: labels[index] ?? 0,
  }))
  const pages = Array.from(Map.groupBy(placed, ({ page }) => page).values())
  return {
    template: 'label-sheet',
    pages: pages.length,
    data: {
      title,
      author: foundation,
      lang,
      look: { ...designTokens.light, accent },
      label: { width: sheet.width, height: sheet.height },
      cuts: listCutLines(sheet),
      items: laidOutItems,
      pages,
    },
  }
}

function rejectTooMuchText(letterCounts: readonly number[]): void {
  let sum = 0
  for (const [index, count] of letterCounts.entries()) {
    sum += count
    if (sum > maxLetters) {
      throw new PaperOrderRejected(
        `These labels hold more text than fits into one PDF. Please print at most ${index} at once.`,
      )
    }
  }
}

/** Lines to cut along, on plain paper only: there labels touch and start at the page's corner. */
function listCutLines({ left, top, gapX, gapY, columns, rows, width, height }: LabelSheet) {
  const isPlainPaper = left === 0 && top === 0 && gapX === 0 && gapY === 0
  const listPositions = (count: number, size: number) =>
    isPlainPaper ? Array.from({ length: count - 1 }, (_, index) => (index + 1) * size) : []
  return { x: listPositions(columns, width), y: listPositions(rows, height) }
}

const titleSizes: TitleSizes = [
  [26, 2],
  [22, 2],
  [18, 3],
  [15, 3],
  [13, 3],
  [11, 3],
  [9.5, 4],
  [8, 4],
  [7, 4],
  [6, 5],
]
const textSizes = [12, 11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7]
const minTextSize = 7
const factLeading = 1.22
const minFactSize = 6
const footLeading = 1.15
const mmPerPoint = 0.353
const minIdentifierSize = 6
/** Smallest height for the museum's name; lower labels need the space for name and facts. */
const minHeightForMuseum = 20
const ruleHeight = 1
// In smaller codes, a phone at arm's length can't tell the modules apart.
const minCodeSide = 13

type Size = Pick<LabelSheet, 'width' | 'height'>

/** Lays out an item on a label of any size: name, facts and code, on large labels also its text. */
export function layOutLabel(label: LabelText, size: Size) {
  const inset = clamp(Math.min(size.width, size.height) * 0.07, 2, 9)
  const width = size.width - 2 * inset
  const height = size.height - 2 * inset
  const isUpright = height > 60 && height > width
  const gap = Math.max(2, inset)
  const footSize = clamp(Math.min(height * 0.14, isUpright ? width * 0.16 : Infinity), 5.5, 8)
  const qrSide = isUpright
    ? // Leaves space for the museum's name beside the code.
      Math.min(clamp(width * 0.27, 20, 30), width - measureMuseumName(label, footSize) - gap)
    : Math.max(Math.min(height, width * 0.38, 32), Math.min(minCodeSide, height))
  const textWidth = isUpright ? width : width - qrSide - gap
  const identifier = fitIdentifier(
    label,
    isUpright ? width - qrSide - gap : textWidth,
    clamp(height * 0.38, 8, 20),
  )
  const hasMuseum = height >= minHeightForMuseum
  const footHeight = (identifier.size + (hasMuseum ? footSize : 0)) * footLeading * mmPerPoint
  const headHeight = isUpright
    ? height - Math.max(qrSide, footHeight) - gap
    : height - footHeight - 1

  // Large names would be out of proportion on a low label.
  const sizes = titleSizes.filter(([size]) => size <= Math.max(8, height * 0.45))
  const { title, facts } = fitHead(label, textWidth, headHeight, sizes)
  const textBox = {
    width: textWidth,
    height: Math.max(0, headHeight - title.height - facts.height - 2 * gap - ruleHeight),
  }
  const text = measureText(isUpright ? label.description : '', label.language)
  const textSize = textSizes.find((size) => doesTextFit(text, size, textBox)) ?? minTextSize
  return {
    inset,
    gap,
    upright: isUpright,
    qrSide,
    title: { text: title.text, size: title.size },
    facts: { size: facts.size, leading: factLeading, lines: facts.lines },
    foot: { ...identifier, museum: hasMuseum ? label.museum : '', museumSize: footSize },
    // The notes are about the text, which only upright labels show.
    note: isUpright ? formatNote(label.notes) : '',
    text: layOutText(text, textSize, textBox),
  }
}

/** Sets the identifier in the largest type in which it fits beside the keypad number. */
function fitIdentifier({ identifier, keypad, isHeard }: LabelText, width: number, maxSize: number) {
  // Three letters x are as wide as the frame of the number and the spaces.
  const measureKeypad = (size: number) =>
    getLineLength(measureParagraphs([`${keypad}${isHeard ? '♪' : ''}xxx`], 'sans-semibold'), size)
  const isOneLine = (size: number) => (part: MeasuredParagraphs) =>
    getLineLength(part, size) <= width - measureKeypad(size)
  const sizes = Array.from(
    { length: Math.floor(maxSize - minIdentifierSize) + 1 },
    (_, step) => maxSize - step,
  )
  const whole = measureParagraphs([identifier], 'sans-semibold')
  const size = sizes.find((candidate) => isOneLine(candidate)(whole)) ?? minIdentifierSize
  const [shown = ''] = shortenToFit([identifier], 'sans-semibold', isOneLine(size))
  return { identifier: shown, keypad, isHeard, size }
}

/** Width of the museum's name in millimetres, including the template's letter spacing. */
function measureMuseumName({ museum }: LabelText, size: number): number {
  const letterSpacing = 0.05 * size * mmPerPoint
  return getLineLength(measureParagraphs([museum], 'sans'), size) + museum.length * letterSpacing
}

interface FittedFacts {
  readonly size: number
  readonly lines: readonly string[]
  /** In millimetres, including the space above. */
  readonly height: number
}

/** Sets name and facts in the largest type in which both fit; leaves the facts out if none does. */
function fitHead(
  label: LabelText,
  width: number,
  maxHeight: number,
  sizes: TitleSizes,
): { title: FittedTitle; facts: FittedFacts } {
  for (const [index] of sizes.entries()) {
    const title = fitTitle(label.name, width, sizes.slice(index))
    const facts = fitFacts(label, width, clamp(title.size * 0.66, minFactSize, 11))
    if (title.height + facts.height <= maxHeight) return { title, facts }
  }
  return {
    title: fitTitle(label.name, width, sizes.slice(-1)),
    facts: { size: minFactSize, lines: [], height: 0 },
  }
}

/** Sets each fact on one line, in the largest type in which none is cut. */
function fitFacts({ facts: lines }: LabelText, width: number, maxSize: number): FittedFacts {
  const isOneLine = (size: number) => (part: MeasuredParagraphs) =>
    countLines(part, width, size) <= 1
  const sizes = [maxSize, maxSize - 1, maxSize - 2, maxSize - 3].filter(
    (size) => size >= minFactSize,
  )
  const size =
    sizes.find((candidate) =>
      lines.every((line) => isOneLine(candidate)(measureParagraphs([line], 'sans'))),
    ) ?? minFactSize
  const shortenedLines = lines.flatMap((line) => shortenToFit([line], 'sans', isOneLine(size)))
  const setting = { size, leading: factLeading, gap: factLeading - 1 }
  return {
    size,
    lines: shortenedLines,
    height:
      shortenedLines.length === 0
        ? 0
        : getTextHeight(measureParagraphs(shortenedLines, 'sans'), width, setting) + size * 0.2,
  }
}

export function toLabelText(sheet: Sheet): LabelText {
  const { type, rows, url, description, language, notes } = sheet
  const number = String(toPublicNumber(type, sheet.id))
  const identifier = toPrintableLine(sheet.identifier)
  const facts: Record<string, string | undefined> = Object.fromEntries(
    rows.map(({ key, value }) => [key, toPrintableLine(value)]),
  )
  return {
    url,
    description,
    language,
    notes,
    identifier,
    name: toDisplayName(sheet),
    facts: inventoryTypes[type].labelLines
      .map((keys) => keys.flatMap((key) => facts[key] || []).join(' · '))
      .filter((line) => line !== ''),
    keypad: Number(/\d+$/.exec(identifier)?.[0]) === Number(number) ? '' : number,
    isHeard: sheet.hasRecording || sheet.musicRows.length > 0,
    museum: inventoryTypes[type].museum,
  }
}

const clamp = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), max)
