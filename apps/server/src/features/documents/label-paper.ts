import {
  inventoryTypes,
  type LabelLanguage,
  type LabelSheet,
  labelPlaces,
  look,
  publicNumber,
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
import { qrCodeAreas } from '../../adapters/qr/qr-code.ts'
import {
  type FittedTitle,
  fitTitle,
  formatNote,
  layOutText,
  measureText,
  type TitleSizes,
  textFits,
} from './set-text.ts'
import { displayName, type Sheet } from './sheet.ts'

/** What stands on a label. */
export interface LabelText {
  readonly url: string
  readonly name: string
  /** A line each, below the name. */
  readonly facts: readonly string[]
  readonly identifier: string
  /** The number for the start page's keypad, where that is another one. */
  readonly keypad: string
  /** Whether there is something to hear. */
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
  /** Positions of the first page that are used up. */
  readonly used: readonly number[]
  readonly items: readonly LabelText[]
  /** Which of the items is on each label. */
  readonly labels: readonly number[]
  readonly lang: LabelLanguage
  readonly foundation: string
}

// A letter takes some 250 bytes of memory while it is set.
const maxLetters = 800_000

/** Items on sheets of labels, in the order given. However often an item is wanted, it is laid out once. */
export function labelPaper({
  title,
  accent,
  sheet,
  used,
  items,
  labels,
  lang,
  foundation,
}: LabelInput): Paper {
  const set = items.map((item) => ({
    url: item.url,
    qr: qrCodeAreas(item.url),
    ...layOutLabel(item, sheet),
  }))
  rejectTooMuchText(labels.map((item) => set[item]?.text.paragraphs.join('').length ?? 0))
  const placed = labelPlaces(sheet, labels.length, used).map((place, index) => ({
    ...place,
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
      look: { ...look.light, accent },
      label: { width: sheet.width, height: sheet.height },
      cuts: cutLines(sheet),
      items: set,
      pages,
    },
  }
}

function rejectTooMuchText(letters: readonly number[]): void {
  let sum = 0
  for (const [index, count] of letters.entries()) {
    sum += count
    if (sum > maxLetters) {
      throw new PaperOrderRejected(
        `These labels hold more text than fits into one PDF. Please print at most ${index} at once.`,
      )
    }
  }
}

/** Lines to cut along, where labels touch and begin at the page's corner: plain paper, not a sheet of stickers. */
function cutLines({ left, top, gapX, gapY, columns, rows, width, height }: LabelSheet) {
  const plain = left === 0 && top === 0 && gapX === 0 && gapY === 0
  const between = (count: number, size: number) =>
    plain ? Array.from({ length: count - 1 }, (_, index) => (index + 1) * size) : []
  return { x: between(columns, width), y: between(rows, height) }
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
const minIdentifierSize = 6
/** On a lower label name and facts need the room. */
const minHeightForMuseum = 20
const ruleHeight = 1
// Narrower, a phone at arm's length can't tell the modules apart.
const minCodeSide = 13

type Size = Pick<LabelSheet, 'width' | 'height'>

/** One item on a label of any size: its name, whose and when, and the code; on a large one also its text. */
export function layOutLabel(sheet: LabelText, size: Size) {
  const inset = clamp(Math.min(size.width, size.height) * 0.07, 2, 9)
  const width = size.width - 2 * inset
  const height = size.height - 2 * inset
  const upright = height > 60 && height > width
  const gap = Math.max(2, inset)
  const footSize = clamp(Math.min(height * 0.14, upright ? width * 0.16 : Infinity), 5.5, 8)
  const qrSide = upright
    ? // On a narrow label the museum's name needs its place beside the code.
      Math.min(clamp(width * 0.27, 20, 30), width - museumWidth(sheet, footSize) - gap)
    : Math.max(Math.min(height, width * 0.38, 32), Math.min(minCodeSide, height))
  const textWidth = upright ? width : width - qrSide - gap
  const identified = fitIdentifier(
    sheet,
    upright ? width - qrSide - gap : textWidth,
    clamp(height * 0.38, 8, 20),
  )
  const hasMuseum = height >= minHeightForMuseum
  const footHeight = (identified.size + (hasMuseum ? footSize : 0)) * footLeading * 0.353
  const room = upright ? height - Math.max(qrSide, footHeight) - gap : height - footHeight - 1

  // A name may be large, but not out of proportion to its label.
  const sizes = titleSizes.filter(([size]) => size <= Math.max(8, height * 0.45))
  const { title, facts } = fitHead(sheet, textWidth, room, sizes)
  const left = {
    width: textWidth,
    height: Math.max(0, room - title.height - facts.height - 2 * gap - ruleHeight),
  }
  const text = measureText(upright ? sheet.description : '', sheet.language)
  const textSize = textSizes.find((one) => textFits(text, one, left)) ?? minTextSize
  return {
    inset,
    gap,
    upright,
    qrSide,
    title: { text: title.text, size: title.size },
    facts: { size: facts.size, leading: factLeading, lines: facts.lines },
    foot: { ...identified, museum: hasMuseum ? sheet.museum : '', museumSize: footSize },
    // Of a text that is not there nothing has to be said.
    note: upright ? formatNote(sheet.notes) : '',
    text: layOutText(text, textSize, left),
  }
}

/** The identifier in the largest type in which it has room, with what stands beside it. */
function fitIdentifier({ identifier, keypad, isHeard }: LabelText, width: number, most: number) {
  // With the frame of the number and the spaces between them.
  const beside = (size: number) =>
    getLineLength(measureParagraphs([`${keypad}${isHeard ? '♪' : ''}xxx`], 'sans-semibold'), size)
  const isOneLine = (size: number) => (part: MeasuredParagraphs) =>
    getLineLength(part, size) <= width - beside(size)
  const sizes = Array.from(
    { length: Math.floor(most - minIdentifierSize) + 1 },
    (_, less) => most - less,
  )
  const whole = measureParagraphs([identifier], 'sans-semibold')
  const size = sizes.find((one) => isOneLine(one)(whole)) ?? minIdentifierSize
  const [shown = ''] = shortenToFit([identifier], 'sans-semibold', isOneLine(size))
  return { identifier: shown, keypad, isHeard, size }
}

/** In millimetres, with the tracking that the template gives it. */
function museumWidth({ museum }: LabelText, size: number): number {
  return (
    getLineLength(measureParagraphs([museum], 'sans'), size) + museum.length * 0.05 * size * 0.353
  )
}

interface FittedFacts {
  readonly size: number
  readonly lines: readonly string[]
  /** In millimetres, with what lies above them. */
  readonly height: number
}

/** Name and facts in the largest type in which both find room; where nothing does, the facts go. */
function fitHead(
  sheet: LabelText,
  width: number,
  room: number,
  sizes: TitleSizes,
): { title: FittedTitle; facts: FittedFacts } {
  for (const [index] of sizes.entries()) {
    const title = fitTitle(sheet.name, width, sizes.slice(index))
    const facts = fitFacts(sheet, width, clamp(title.size * 0.66, minFactSize, 11))
    if (title.height + facts.height <= room) return { title, facts }
  }
  return {
    title: fitTitle(sheet.name, width, sizes.slice(-1)),
    facts: { size: minFactSize, lines: [], height: 0 },
  }
}

/** One line each, in the largest type up to `size` in which none must be cut: a label is glanced at. */
function fitFacts({ facts: lines }: LabelText, width: number, most: number): FittedFacts {
  const isOneLine = (size: number) => (part: MeasuredParagraphs) =>
    countLines(part, width, size) <= 1
  const sizes = [most, most - 1, most - 2, most - 3].filter((size) => size >= minFactSize)
  const size =
    sizes.find((one) => lines.every((line) => isOneLine(one)(measureParagraphs([line], 'sans')))) ??
    minFactSize
  const shown = lines.flatMap((line) => shortenToFit([line], 'sans', isOneLine(size)))
  const setting = { size, leading: factLeading, gap: factLeading - 1 }
  return {
    size,
    lines: shown,
    height:
      shown.length === 0
        ? 0
        : getTextHeight(measureParagraphs(shown, 'sans'), width, setting) + size * 0.2,
  }
}

export function toLabelText(sheet: Sheet): LabelText {
  const { type, rows, url, description, language, notes } = sheet
  const number = String(publicNumber(type, sheet.id))
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
    name: displayName(sheet),
    facts: inventoryTypes[type].labelLines
      .map((keys) => keys.flatMap((key) => facts[key] || []).join(' · '))
      .filter((line) => line !== ''),
    keypad: Number(/\d+$/.exec(identifier)?.[0]) === Number(number) ? '' : number,
    isHeard: sheet.hasRecording || sheet.musicRows.length > 0,
    museum: inventoryTypes[type].museum,
  }
}

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most)
