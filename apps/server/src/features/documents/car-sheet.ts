import type { AttributeRow } from '@vitrine/contract'
import {
  breakLongWords,
  fitsWithoutBreakingWords,
  getLineLength,
  getTextHeight,
  type MeasuredParagraphs,
  measureParagraphs,
  shortenToFit,
} from '../../adapters/pdf/fit.ts'
import { toPrintable, toPrintableLine } from '../../adapters/pdf/printable.ts'
import {
  extraNoteHeight,
  fitTitle,
  formatNote,
  layOutText,
  type MeasuredText,
  measureText,
  type TextBox,
  type TitleSizes,
  textFits,
  textHeight,
} from './set-text.ts'
import { aspectRatio, fitWithin, type Sheet, type SheetPicture } from './sheet.ts'

// In millimetres; those of the template `car-sheet.typ`.
const width = 174
const titleWidth = 142
const mainWidth = 102
const headHeights = { masthead: 13.5, rule: 4, gap: 7, code: 24 }
/** With a note of one line. */
const imprintHeight = 11
const noteSetting = { width, size: 8, leading: 1.35, gap: 0 }
const bodyHeight = 270.9 - headHeights.masthead - headHeights.rule - headHeights.gap - imprintHeight
const gapsUnderPicture = { wide: 7, column: 5, split: 6 } as const
const gutter = 8
const maxHeightAcross = 132
const maxFactsHeight = 96
const minHeightBeside = 60
const secondPictureGaps = { above: 6, below: 4 }
/** A smaller one shows nothing. */
const minSecondPicture = { width: 45, height: 28 }
const maxSecondPictureHeight = 80
/** The name on a second page, with what is around it. */
const secondPageHeadHeight = 8

const titleSizes: TitleSizes = [
  [34, 1],
  [29, 1],
  [25, 2],
  [20, 3],
  [15, 5],
  [12, 8],
]
const readableSizes = [12, 11.5, 11, 10.5, 10, 9.5]
const smallSizes = [10, 9.5, 9, 8.5, 8]
const largeSizes = [19, 17, 16, 15, 14, 13]
const sizesWithoutPicture = [...largeSizes, ...readableSizes, 9, 8.5, 8]
/** Of a text that takes two pages: easy to read, or as small as it may be. */
const sizesOnTwoPages = [9.5, 8]
const sizesOfTwo = [12, 11, ...smallSizes]
/** Larger type leaves too few words to half a column. */
const maxSizeBeside = 10.5
/** Smaller type is hard to follow across the whole page. */
const minSizeAcross = 13
const uprightWidth = 74

/** Without a picture a page begins lower, as far as its text allows. */
const maxDrop = 62

interface SheetLayout {
  readonly layout: 'wide' | 'column' | 'split' | 'plain' | 'under' | 'beside'
  readonly size: number
  readonly picture: { readonly width: number; readonly height: number }
  readonly factsHeight: number
  readonly room: TextBox
}

/**
 * One car on A4: its picture as large as its text leaves room for, its text as large as reads with pleasure. Null where two
 * languages find no room.
 */
export function layOutCarSheet({
  name,
  description,
  language,
  second,
  rows,
  notes,
  picture,
  another,
}: Sheet) {
  const title = fitTitle(name, titleWidth, titleSizes)
  const text = measureText(description, language)
  const other = second && measureText(second.description, second.language)
  const facts = measureFacts(rows)
  const higher = extraNoteHeight(formatNote(notes, picture, second ? null : another), noteSetting)
  const height =
    bodyHeight -
    higher -
    Math.max(title.height, headHeights.code - headHeights.masthead - headHeights.rule)
  const needed = readableHeights(facts)
  const places = other
    ? listLayoutsForTwo(picture, height, needed)
    : facts.length === 0
      ? listLayoutsWithoutFacts(picture, height, text)
      : listLayouts(picture, height, needed)
  const fits = (one: SheetLayout) =>
    textFits(text, one.size, one.room) && (!other || textFits(other, one.size, one.room))
  const showsFacts = (one: SheetLayout) => needed.least <= one.factsHeight
  const layOut = (place: SheetLayout) => {
    const set = layOutFacts(facts, place.factsHeight, place.layout === 'plain')
    const shown = layOutText(text, place.size, place.room, { hasNextPage: !other })
    return {
      title,
      layout: place.layout,
      picture: place.picture,
      another: other ? null : secondPictureBox(text, place, another),
      facts: set.facts,
      description: shown,
      second: other ? layOutText(other, place.size, place.room) : null,
      next: other
        ? null
        : layOutSecondPage(
            measureText(shown.rest.join('\n\n'), text.language),
            place.size,
            set.rest,
          ),
      columns: place.room.columns ?? 1,
      foot: imprintHeight + higher,
      /** Columns that end at the same height; as high as the room where there is but one. */
      columnHeight: columnHeightOf(text, place),
      drop:
        place.picture.height === 0 ? dropFor(other ? [text, other] : [text], place, set.height) : 0,
    }
  }
  const place = places.find((one) => showsFacts(one) && fits(one))
  if (place) return layOut(place)
  if (other) return null
  const whole = places.filter(showsFacts)
  const inParts =
    whole.length > 0 ? sizesOnTwoPages.flatMap((size) => roomiest(whole, size) ?? []) : []
  const laid = [...inParts, mostFacts(places.filter(fits)) ?? places.at(-1)]
    .flatMap((one) => one ?? [])
    .map(layOut)
  return laid.find(({ next }) => !next?.description.rest.length) ?? laid.at(-1) ?? null
}

/** Another picture under the text, where the page would stay empty. */
function secondPictureBox(
  text: MeasuredText,
  { layout, size, room }: SheetLayout,
  picture: SheetPicture | null,
): SheetLayout['picture'] | null {
  if (!picture || (layout !== 'wide' && layout !== 'column')) return null
  const high = Math.min(
    maxSecondPictureHeight,
    room.height - textHeight(text, size, room) - secondPictureGaps.above - secondPictureGaps.below,
  )
  const box = fitWithin(picture, mainWidth, high)
  return box.width < minSecondPicture.width || box.height < minSecondPicture.height ? null : box
}

/** What has no room on the first page; null where everything has. */
function layOutSecondPage(text: MeasuredText, firstSize: number, rest: readonly Fact[]) {
  if (text.paragraphs.length === 0 && rest.length === 0) return null
  const height = bodyHeight - secondPageHeadHeight
  const room: TextBox =
    rest.length > 0
      ? { width: mainWidth, height }
      : { width: (width - gutter) / 2, height, columns: 2 }
  const size =
    [firstSize, ...smallSizes].find((one) => one <= firstSize && textFits(text, one, room)) ??
    minFactSize
  return {
    facts: layOutFacts(rest, height, false).facts,
    description: layOutText(text, size, room),
    height,
  }
}

/** Where the most of a long text has room. */
const roomiest = (places: readonly SheetLayout[], size: number): SheetLayout | undefined =>
  places
    .filter((place) => place.size === size)
    .toSorted((a, b) => areaOf(b.room) - areaOf(a.room))[0]

const areaOf = ({ width, height, columns = 1 }: TextBox) => width * height * columns

/** Where facts can't all be shown, the most of them. */
const mostFacts = (places: readonly SheetLayout[]): SheetLayout | undefined =>
  places.toSorted((a, b) => b.factsHeight - a.factsHeight)[0]

function dropFor(texts: readonly MeasuredText[], place: SheetLayout, factsHeight: number): number {
  const highest = Math.max(factsHeight, ...texts.map((text) => columnHeightOf(text, place)))
  return Math.max(0, Math.min(maxDrop, 0.35 * (place.room.height - highest)))
}

function columnHeightOf(text: MeasuredText, { layout, size, room }: SheetLayout): number {
  const needed = textHeight(text, size, room)
  // A line more than half of it: a column does not end in the middle of a line.
  return layout === 'under' && room.columns
    ? Math.min(room.height, needed / room.columns + size * 0.55)
    : needed
}

/** All ways to lay out a page, the most beautiful first. */
function listLayouts(
  picture: SheetPicture | null,
  height: number,
  facts: ReturnType<typeof readableHeights>,
): SheetLayout[] {
  if (!picture) {
    const none = { width: 0, height: 0 }
    const room = { width: mainWidth, height }
    return sizesWithoutPicture.map((size) => ({
      layout: 'plain',
      size,
      picture: none,
      factsHeight: height,
      room,
    }))
  }
  const ratio = aspectRatio(picture)
  const wide = (size: number): SheetLayout => {
    const left = height - width / ratio - gapsUnderPicture.wide
    const room = { width: mainWidth, height: left }
    return {
      layout: 'wide',
      size,
      picture: { width, height: width / ratio },
      factsHeight: left,
      room,
    }
  }
  const column = (high: number, size: number): SheetLayout => {
    const box = fitWithin(picture, mainWidth, high)
    const room = { width: mainWidth, height: height - box.height - gapsUnderPicture.column }
    return { layout: 'column', size, picture: box, factsHeight: height, room }
  }
  return [
    // Across the whole page or not at all; an upright picture would leave nothing to the text.
    ...(width / ratio <= maxHeightAcross ? readableSizes.map(wide) : []),
    ...[136, 112, 90].flatMap((high) => readableSizes.map((size) => column(high, size))),
    // Above a text, facts take no more room than they need.
    ...smallSizes.flatMap((size) =>
      [Math.min(facts.usual, maxFactsHeight), facts.usual, facts.least].map((high) =>
        toSplitLayout(picture, height, high, size),
      ),
    ),
    ...smallSizes.map((size) => column(minHeightBeside, size)),
  ]
}

/** A long text in two columns below; above it the picture beside the facts, as high as they are. */
function toSplitLayout(
  picture: SheetPicture | null,
  height: number,
  factsHeight: number,
  size: number,
): SheetLayout {
  const high = Math.max(factsHeight, minHeightBeside)
  const box = picture ? fitWithin(picture, mainWidth, high) : { width: 0, height: 0 }
  const top = Math.max(factsHeight, box.height)
  const room = {
    width: (width - gutter) / 2,
    height: height - top - gapsUnderPicture.split,
    columns: 2,
  }
  return { layout: 'split', size, picture: box, factsHeight: top, room }
}

/** A column for each of two languages: below picture and facts, or beside facts that are too many for that. */
function listLayoutsForTwo(
  picture: SheetPicture | null,
  height: number,
  facts: ReturnType<typeof readableHeights>,
): SheetLayout[] {
  const below = (factsHeight: number) =>
    sizesOfTwo.map((size): SheetLayout => {
      const { room, ...rest } = toSplitLayout(picture, height, factsHeight, size)
      return { ...rest, room: { width: room.width, height: room.height } }
    })
  if (facts.usual <= maxFactsHeight) return below(facts.usual)
  const beside = listLayouts(picture, height, facts)
    .filter(
      ({ layout, size }) => (layout === 'plain' || layout === 'column') && size <= maxSizeBeside,
    )
    .map((place) => ({ ...place, room: { ...place.room, width: (mainWidth - gutter) / 2 } }))
  return [...beside, ...below(facts.usual), ...below(facts.least)]
}

/** Nothing is beside the text, so it has the whole page: one column in large type, two in smaller. */
function listLayoutsWithoutFacts(
  picture: SheetPicture | null,
  height: number,
  text: MeasuredText,
): SheetLayout[] {
  const under = (box: SheetLayout['picture'], size: number): SheetLayout => {
    const left = height - box.height - (box.height > 0 ? gapsUnderPicture.wide : 0)
    const room: TextBox =
      size < minSizeAcross
        ? { width: (width - gutter) / 2, height: left, columns: 2 }
        : { width, height: left }
    return { layout: 'under', size, picture: box, factsHeight: 0, room }
  }
  if (!picture) {
    // Type for a few sentences; a page full of it would shout.
    const isShort =
      textHeight(text, largeSizes[0] ?? minSizeAcross, { width, height }) <= height * 0.3
    return (isShort ? sizesWithoutPicture : sizesWithoutPicture.slice(3)).map((size) =>
      under({ width: 0, height: 0 }, size),
    )
  }
  const ratio = aspectRatio(picture)
  // An upright picture has room for words beside it, unless there are too many.
  const upright = fitWithin(picture, uprightWidth, height)
  const beside = (size: number): SheetLayout => ({
    layout: 'beside',
    size,
    picture: upright,
    factsHeight: 0,
    room: { width: width - gutter - upright.width, height },
  })
  const heights = ratio < 1 ? [minHeightBeside] : [maxHeightAcross, 112, 90, minHeightBeside]
  return [
    ...(ratio < 1 ? readableSizes.map(beside) : []),
    ...heights.flatMap((high) =>
      [14, 13, ...readableSizes].map((size) => under(fitWithin(picture, width, high), size)),
    ),
    ...smallSizes.map((size) => under(fitWithin(picture, width, 40), size)),
  ]
}

// In millimetres; those of the template `car-sheet.typ`.
const factsWidth = 62
const factsGutter = 2
/** Just enough for the longest of the usual labels; wider for a longer word, as long as the values have room. */
const labelWidth = ({ longestWord }: Pick<Fact, 'longestWord'>, size: number) =>
  Math.min(Math.max(3.12 * size, getLineLength(longestWord, size)), maxLabelWidth)
const maxLabelWidth = 31
const valueWidth = (fact: Pick<Fact, 'longestWord'>, size: number) =>
  factsWidth - labelWidth(fact, size) - factsGutter
const maxCutLines = 4

// Without a picture they may be larger.
const largeFactSizes = [10.5, 10, 9.5]
const factSizes = [9, 8.5, 8]
const minFactSize = 8

const factLeading = 1.22
const rowInset = (size: number) => size * 0.13

interface Fact {
  readonly label: string
  readonly value: string
  readonly measured: { readonly label: MeasuredParagraphs; readonly value: MeasuredParagraphs }
  /** Of all labels of the table. */
  readonly longestWord: MeasuredParagraphs
}

function measureFacts(rows: readonly AttributeRow[]): Fact[] {
  const labels = rows.map(({ label }) => toPrintableLine(label))
  const words = labels
    .flatMap((label) => label.split(' '))
    .map((word) => measureParagraphs([word], 'sans'))
  const longestWord = words.reduce(
    (longest, word) => (word.length > longest.length ? word : longest),
    measureParagraphs([], 'sans'),
  )
  return rows.map(({ value }, index) =>
    measureFact(labels[index] ?? '', toPrintable(value.trim()), longestWord),
  )
}

const measureFact = (label: string, value: string, longestWord: MeasuredParagraphs): Fact => ({
  label,
  value,
  measured: {
    label: measureParagraphs([label], 'sans'),
    value: measureParagraphs([value], 'sans'),
  },
  longestWord,
})

/** Their height in type that is easy to read. */
const readableHeights = (
  facts: readonly Fact[],
): { readonly usual: number; readonly least: number } => ({
  usual: tableHeight(facts, factSizes[0] ?? minFactSize),
  least: tableHeight(facts, factSizes.at(-1) ?? minFactSize),
})

/** The facts at the largest size at which they fit. Values without end are cut; what is beyond the page is the `rest`. */
function layOutFacts(facts: readonly Fact[], height: number, alone: boolean) {
  const sizes = [...(alone ? largeFactSizes : []), ...factSizes]
  const fitting = sizes.filter((one) => tableHeight(facts, one) <= height)
  const size = fitting.find((one) => areWhole(facts, one)) ?? fitting[0] ?? minFactSize
  const set = areWhole(facts, size) ? facts : facts.map((fact) => wrapFact(fact, size))
  const shown = tableHeight(set, size) <= height ? set : cutFacts(set, size, height)
  return {
    height: tableHeight(shown, size),
    rest: facts.slice(shown.length),
    facts: {
      size,
      inset: rowInset(size),
      labels: facts[0] ? labelWidth(facts[0], size) : 0,
      rows: shown.map(({ label, value }) => ({ label, value })),
    },
  }
}

const tableHeight = (facts: readonly Fact[], size: number): number =>
  facts.reduce((sum, fact) => sum + factHeight(fact, size), 0)

const areWhole = (facts: readonly Fact[], size: number): boolean =>
  facts.every(
    (fact) =>
      fitsWithoutBreakingWords(fact.measured.label, labelWidth(fact, size), size) &&
      fitsWithoutBreakingWords(fact.measured.value, valueWidth(fact, size), size),
  )

const wrapFact = (fact: Fact, size: number): Fact =>
  measureFact(
    breakLongWords(fact.label, 'sans', labelWidth(fact, size), size),
    breakLongWords(fact.value, 'sans', valueWidth(fact, size), size),
    fact.longestWord,
  )

function factHeight(fact: Fact, size: number): number {
  const setting = { size, leading: factLeading, gap: 0 }
  const [label, value] = [
    getTextHeight(fact.measured.label, labelWidth(fact, size), setting),
    getTextHeight(fact.measured.value, valueWidth(fact, size), setting),
  ]
  return Math.max(label, value) + 2 * rowInset(size)
}

function cutFacts(facts: readonly Fact[], size: number, height: number): Fact[] {
  const setting = { size, leading: factLeading, gap: 0 }
  const most = getTextHeight(
    measureParagraphs([Array(maxCutLines).fill('x').join('\n')], 'sans'),
    factsWidth,
    setting,
  )
  const shown: Fact[] = []
  let left = height
  for (const { label, value, longestWord } of facts) {
    const isShort = (part: MeasuredParagraphs) =>
      getTextHeight(part, valueWidth({ longestWord }, size), setting) <= most + 0.01
    const [short = ''] = shortenToFit([value], 'sans', isShort)
    const fact = measureFact(label, short, longestWord)
    left -= factHeight(fact, size)
    if (left < 0) break
    shown.push(fact)
  }
  return shown
}
