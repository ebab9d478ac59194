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

// Of all labels in a PDF; typesetting takes some 250 bytes of memory per letter.
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
  const countLetters = (itemIndex: number) =>
    laidOutItems[itemIndex]?.text.paragraphs.join('').length ?? 0
  rejectTooMuchText(labels.map(countLetters))
  const placedLabels = layOutLabels(sheet, labels.length, used).map((position, index) => ({
    ...position,
    item: labels[index] ?? 0,
  }))
  const pages = Array.from(Map.groupBy(placedLabels, ({ page }) => page).values())
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

/** Lists lines to cut along on plain paper, where labels touch and start at the page's corner. */
function listCutLines({ left, top, gapX, gapY, columns, rows, width, height }: LabelSheet) {
  const isPlainPaper = left === 0 && top === 0 && gapX === 0 && gapY === 0
  const listPositions = (count: number, size: number) =>
    isPlainPaper ? Array.from({ length: count - 1 }, (_, index) => (index + 1) * size) : []
  return { x: listPositions(columns, width), y: listPositions(rows, height) }
}

// Type sizes in points.
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

/** A length or type size that grows with the label: a share of a side, within limits. */
interface Proportion {
  readonly share: number
  readonly min: number
  readonly max: number
}
// In millimetres. The inset is a share of the shorter side, the side of the code one of the width.
const insetProportion: Proportion = { share: 0.07, min: 2, max: 9 }
const uprightCodeProportion: Proportion = { share: 0.27, min: 20, max: 30 }
const lyingCode = { share: 0.38, max: 32 }
const minGap = 2
/** Space above the foot of a label that is not upright. */
const spaceAboveFoot = 1
/** Height without insets from which a label may be upright, with a text below the head. */
const minUprightHeight = 60
/** Type size of the identifier, in points, as a share of the height in millimetres. */
const identifierProportion: Proportion = { share: 0.38, min: 8, max: 20 }
/** Type size of the museum's name in points, as shares of height and width in millimetres. */
const footSizes = { shareOfHeight: 0.14, shareOfUprightWidth: 0.16, min: 5.5, max: 8 }
/** Names in larger type would be out of proportion on a low label. */
const maxTitleSize = { shareOfHeight: 0.45, min: 8 }
/** Largest type of the facts, as a share of that of the name. */
const factProportion: Proportion = { share: 0.66, min: minFactSize, max: 11 }
/** Space above the facts in millimetres per point of type. */
const factsMargin = 0.2

const scale = (length: number, { share, min, max }: Proportion): number =>
  clamp(length * share, min, max)

/** Lays out an item on a label of any size: name, facts and code, on large labels also its text. */
export function layOutLabel(label: LabelText, size: Size) {
  const { isUpright, inset, width, height, gap, footSize, qrSide } = layOutFrame(label, size)
  const widthBesideCode = width - qrSide - gap
  const textWidth = isUpright ? width : widthBesideCode
  const identifier = fitIdentifier(label, widthBesideCode, scale(height, identifierProportion))
  const hasMuseum = height >= minHeightForMuseum
  const footHeight = (identifier.size + (hasMuseum ? footSize : 0)) * footLeading * mmPerPoint
  const headHeight = isUpright
    ? height - Math.max(qrSide, footHeight) - gap
    : height - footHeight - spaceAboveFoot

  const largestSize = Math.max(maxTitleSize.min, height * maxTitleSize.shareOfHeight)
  const sizes = titleSizes.filter(([titleSize]) => titleSize <= largestSize)
  const { title, facts } = fitHead(label, textWidth, headHeight, sizes)
  const textBox = {
    width: textWidth,
    height: Math.max(0, headHeight - title.height - facts.height - 2 * gap - ruleHeight),
  }
  const text = measureText(isUpright ? label.description : '', label.language)
  const textSize =
    textSizes.find((candidate) => doesTextFit(text, candidate, textBox)) ?? minTextSize
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

/** Computes the measures of a label that do not depend on its name, facts and text. */
function layOutFrame(label: LabelText, size: Size) {
  const inset = scale(Math.min(size.width, size.height), insetProportion)
  const width = size.width - 2 * inset
  const height = size.height - 2 * inset
  const isUpright = height > minUprightHeight && height > width
  const gap = Math.max(minGap, inset)
  const footSize = clamp(
    Math.min(
      height * footSizes.shareOfHeight,
      isUpright ? width * footSizes.shareOfUprightWidth : Infinity,
    ),
    footSizes.min,
    footSizes.max,
  )
  const fitCode = () => {
    if (isUpright) {
      const widthBesideMuseum = width - measureMuseumName(label, footSize) - gap
      return Math.min(scale(width, uprightCodeProportion), widthBesideMuseum)
    }
    const usualSide = Math.min(height, width * lyingCode.share, lyingCode.max)
    return Math.max(usualSide, Math.min(minCodeSide, height))
  }
  return { isUpright, inset, width, height, gap, footSize, qrSide: fitCode() }
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
    const facts = fitFacts(label, width, scale(title.size, factProportion))
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
        : getTextHeight(measureParagraphs(shortenedLines, 'sans'), width, setting) +
          size * factsMargin,
  }
}

export function toLabelText(sheet: Sheet): LabelText {
  const { type, rows, url, description, language, notes } = sheet
  const publicNumber = toPublicNumber(type, sheet.id)
  const identifier = toPrintableLine(sheet.identifier)
  const numberInIdentifier = Number(/\d+$/.exec(identifier)?.[0])
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
    keypad: numberInIdentifier === publicNumber ? '' : String(publicNumber),
    isHeard: sheet.hasRecording || sheet.musicRows.length > 0,
    museum: inventoryTypes[type].museum,
  }
}

const clamp = (value: number, min: number, max: number): number =>
  Math.min(Math.max(value, min), max)
