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
  doesTextFit,
  fitTitle,
  formatNote,
  getLaidOutHeight,
  layOutText,
  type MeasuredText,
  measureExtraNoteLines,
  measureText,
  type TextBox,
  type TitleSizes,
} from './set-text.ts'
import { fitWithin, getAspectRatio, type Sheet, type SheetPicture } from './sheet.ts'

// In millimetres, as in the template `car-sheet.typ`.
const width = 174
const pageHeight = 270.9
/** Beside the code. */
const titleWidth = 142
/** Beside the facts. */
const mainWidth = 102
const headHeights = { masthead: 13.5, rule: 4, gap: 7, code: 24 }
/** Height of the imprint with a note of one line. */
const imprintHeight = 11
const noteSetting = { width, size: 8, leading: 1.35, gap: 0 }
const bodyHeight =
  pageHeight - headHeights.masthead - headHeights.rule - headHeights.gap - imprintHeight
const gapsUnderPicture = { wide: 7, column: 5, split: 6 } as const
const gutter = 8
/** Greatest height of a picture across the whole page. */
const maxHeightAcross = 132
/** Smallest height of a picture, unless the text takes almost the whole page. */
const minPictureHeight = 60
/** Heights tried for a picture above a column of text. */
const columnPictureHeights = [136, 112, 90]
/** Heights tried for a picture above text across the page, from the easiest to read. */
const acrossPictureHeights = [maxHeightAcross, 112, 90, minPictureHeight]
/** Height of a picture above a long text across the page, in small type. */
const heightAboveSmallType = 40
/** Greatest height of facts above a text, if they fit into it in smaller type. */
const maxFactsHeight = 96
const secondPictureGaps = { above: 6, below: 4 }
/** Below this size a second picture is left out. */
const minSecondPicture = { width: 45, height: 28 }
const maxSecondPictureHeight = 80
/** Height of the name at the top of a second page, margins included. */
const secondPageHeadHeight = 8

// Type sizes in points.
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
/** Type sizes tried for a text on two pages: easily readable, then the smallest allowed. */
const sizesOnTwoPages = [9.5, 8]
const sizesForTwoLanguages = [12, 11, ...smallSizes]
/** Largest type of two languages beside facts; each has half a column, with few words per line. */
const maxSizeBeside = 10.5
/** Smallest type set across the whole page; smaller type gets two columns. */
const minSizeAcross = 13
/** Greatest width of an upright picture with text beside it. */
const uprightWidth = 74
/** Sizes tried for a text below a picture across the page. */
const sizesBelowPicture = [14, 13, ...readableSizes]
/** Number of the largest sizes that are for a few sentences only. */
const sizesForFewSentences = 3
/** Share of the page's height that a few sentences take at most, in the largest size. */
const maxShareOfFewSentences = 0.3

/** How far the text of a page without a picture may start below the top. */
const maxDrop = 62
/** Share of the empty space that is above the text of such a page. */
const dropShare = 0.35
const noPicture = { width: 0, height: 0 }

interface SheetLayout {
  /**
   * `wide`: a picture across the page; `column`: a picture above the text, beside the facts;
   * `split`: picture and facts above two columns of text; `plain`: no picture. If there are no
   * facts, a text in one language is set across the page, below a picture (`under`), or beside an
   * upright one (`beside`).
   */
  readonly kind: 'wide' | 'column' | 'split' | 'plain' | 'under' | 'beside'
  readonly size: number
  readonly picture: { readonly width: number; readonly height: number }
  /** Height that the facts may take, in millimetres. */
  readonly factsHeight: number
  readonly textBox: TextBox
}

/**
 * Lays out a car on A4, with the largest picture that its text allows in an easily readable size.
 * Null if two languages do not fit.
 */
export function layOutCarSheet(sheet: Sheet) {
  const content = measureContent(sheet)
  const { facts, tableHeights, text, secondText, height } = content
  const listCandidates = () => {
    if (secondText) return listLayoutsForTwoLanguages(sheet.picture, height, tableHeights)
    if (facts.length === 0) return listLayoutsWithoutFacts(sheet.picture, height, text)
    return listLayouts(sheet.picture, height, tableHeights)
  }
  const layouts = listCandidates()
  const fits = ({ size, textBox }: SheetLayout) =>
    doesTextFit(text, size, textBox) && (!secondText || doesTextFit(secondText, size, textBox))
  const showsFacts = ({ factsHeight }: SheetLayout) => tableHeights.inSmallestType <= factsHeight

  const layout = layouts.find((candidate) => showsFacts(candidate) && fits(candidate))
  if (layout) return applyLayout(layout, content)
  if (secondText) return null

  // The text, or the facts, do not fit on one page.
  const withAllFacts = layouts.filter(showsFacts)
  const attempts = [
    ...sizesOnTwoPages.map((size) => findRoomiestLayout(withAllFacts, size)),
    findLayoutWithMostFacts(layouts.filter(fits)) ?? layouts.at(-1),
  ]
    .filter((candidate) => candidate !== undefined)
    .map((candidate) => applyLayout(candidate, content))
  const showsWholeText = ({ next }: (typeof attempts)[number]) => !next?.description.rest.length
  return attempts.find(showsWholeText) ?? attempts.at(-1) ?? null
}

/** Measures everything that a sheet shows, before a layout is chosen. */
function measureContent({
  name,
  description,
  language,
  second,
  rows,
  notes,
  picture,
  secondPicture,
}: Sheet) {
  const title = fitTitle(name, titleWidth, titleSizes)
  const facts = measureFacts(rows)
  const extraNoteHeight = measureExtraNoteLines(
    formatNote(notes, picture, second ? null : secondPicture),
    noteSetting,
  )
  const titleHeight = Math.max(
    title.height,
    headHeights.code - headHeights.masthead - headHeights.rule,
  )
  return {
    title,
    facts,
    tableHeights: measureTableHeights(facts),
    text: measureText(description, language),
    secondText: second ? measureText(second.description, second.language) : null,
    secondPicture,
    extraNoteHeight,
    height: bodyHeight - extraNoteHeight - titleHeight,
  }
}

type SheetContent = ReturnType<typeof measureContent>

function applyLayout(layout: SheetLayout, content: SheetContent) {
  const { kind, size, picture, textBox, factsHeight } = layout
  const { title, facts, text, secondText, secondPicture, extraNoteHeight } = content
  const table = layOutFacts(facts, factsHeight, kind !== 'plain')
  const description = layOutText(text, size, textBox, { hasNextPage: !secondText })
  const restOfText = measureText(description.rest.join('\n\n'), text.language)
  const texts = secondText ? [text, secondText] : [text]
  return {
    title,
    layout: kind,
    picture,
    secondPicture: secondText ? null : fitSecondPicture(text, layout, secondPicture),
    facts: table.facts,
    description,
    second: secondText ? layOutText(secondText, size, textBox) : null,
    next: secondText ? null : layOutSecondPage(restOfText, size, table.rest),
    columns: textBox.columns ?? 1,
    foot: imprintHeight + extraNoteHeight,
    columnHeight: measureColumn(text, layout),
    drop: picture.height === 0 ? computeDrop(texts, layout, table.height) : 0,
  }
}

/** Size of a second picture in the empty space under the text; null if it would be too small. */
function fitSecondPicture(
  text: MeasuredText,
  { kind, size, textBox }: SheetLayout,
  picture: SheetPicture | null,
): SheetLayout['picture'] | null {
  if (!picture || (kind !== 'wide' && kind !== 'column')) return null
  const maxHeight = Math.min(
    maxSecondPictureHeight,
    textBox.height -
      getLaidOutHeight(text, size, textBox) -
      secondPictureGaps.above -
      secondPictureGaps.below,
  )
  const box = fitWithin(picture, mainWidth, maxHeight)
  return box.width < minSecondPicture.width || box.height < minSecondPicture.height ? null : box
}

/** Lays out what does not fit on the first page; null if everything does. */
function layOutSecondPage(text: MeasuredText, firstSize: number, factsLeft: readonly Fact[]) {
  if (text.paragraphs.length === 0 && factsLeft.length === 0) return null
  const height = bodyHeight - secondPageHeadHeight
  const textBox: TextBox =
    factsLeft.length > 0
      ? { width: mainWidth, height }
      : { width: (width - gutter) / 2, height, columns: 2 }
  const size =
    [firstSize, ...smallSizes].find(
      (candidate) => candidate <= firstSize && doesTextFit(text, candidate, textBox),
    ) ?? minFactSize
  return {
    facts: layOutFacts(factsLeft, height, true).facts,
    description: layOutText(text, size, textBox),
    height,
  }
}

/** The layout that shows most of a long text. */
const findRoomiestLayout = (
  layouts: readonly SheetLayout[],
  size: number,
): SheetLayout | undefined =>
  layouts
    .filter((layout) => layout.size === size)
    .toSorted((a, b) => computeArea(b.textBox) - computeArea(a.textBox))[0]

const computeArea = ({ width, height, columns = 1 }: TextBox) => width * height * columns

/** The layout that shows most facts. */
const findLayoutWithMostFacts = (layouts: readonly SheetLayout[]): SheetLayout | undefined =>
  layouts.toSorted((a, b) => b.factsHeight - a.factsHeight)[0]

/** How far a text without a picture starts below the top, in millimetres. */
function computeDrop(
  texts: readonly MeasuredText[],
  layout: SheetLayout,
  factsHeight: number,
): number {
  const highest = Math.max(factsHeight, ...texts.map((text) => measureColumn(text, layout)))
  return Math.max(0, Math.min(maxDrop, dropShare * (layout.textBox.height - highest)))
}

// In millimetres per point of type: a little more than a line.
const columnReserve = 0.55

/** Height that a text takes in its box, in millimetres; across the page, that of its columns. */
function measureColumn(text: MeasuredText, { kind, size, textBox }: SheetLayout): number {
  const needed = getLaidOutHeight(text, size, textBox)
  // With a reserve, so that no column ends in the middle of a line.
  return kind === 'under' && textBox.columns
    ? Math.min(textBox.height, needed / textBox.columns + size * columnReserve)
    : needed
}

/** Lists all possible layouts of a page, in order of preference. */
function listLayouts(
  picture: SheetPicture | null,
  height: number,
  factsHeights: TableHeights,
): SheetLayout[] {
  if (!picture) {
    const textBox = { width: mainWidth, height }
    return sizesWithoutPicture.map((size) => ({
      kind: 'plain',
      size,
      picture: noPicture,
      factsHeight: height,
      textBox,
    }))
  }
  const ratio = getAspectRatio(picture)
  const createWideLayout = (size: number): SheetLayout => {
    const heightLeft = height - width / ratio - gapsUnderPicture.wide
    const textBox = { width: mainWidth, height: heightLeft }
    return {
      kind: 'wide',
      size,
      picture: { width, height: width / ratio },
      factsHeight: heightLeft,
      textBox,
    }
  }
  const createColumnLayout = (pictureHeight: number, size: number): SheetLayout => {
    const box = fitWithin(picture, mainWidth, pictureHeight)
    const textBox = { width: mainWidth, height: height - box.height - gapsUnderPicture.column }
    return { kind: 'column', size, picture: box, factsHeight: height, textBox }
  }
  return [
    // Only wide pictures go across the page; an upright one would leave no space for the text.
    ...(width / ratio <= maxHeightAcross ? readableSizes.map(createWideLayout) : []),
    ...columnPictureHeights.flatMap((pictureHeight) =>
      readableSizes.map((size) => createColumnLayout(pictureHeight, size)),
    ),
    // Above a text, facts take only the height that they need.
    ...smallSizes.flatMap((size) =>
      [
        Math.min(factsHeights.inLargestType, maxFactsHeight),
        factsHeights.inLargestType,
        factsHeights.inSmallestType,
      ].map((factsHeight) => toSplitLayout(picture, height, factsHeight, size)),
    ),
    ...smallSizes.map((size) => createColumnLayout(minPictureHeight, size)),
  ]
}

/** The layout for long texts: picture and facts side by side above two columns of text. */
function toSplitLayout(
  picture: SheetPicture | null,
  height: number,
  factsHeight: number,
  size: number,
): SheetLayout {
  const maxHeight = Math.max(factsHeight, minPictureHeight)
  const box = picture ? fitWithin(picture, mainWidth, maxHeight) : noPicture
  const top = Math.max(factsHeight, box.height)
  const textBox = {
    width: (width - gutter) / 2,
    height: height - top - gapsUnderPicture.split,
    columns: 2,
  }
  return { kind: 'split', size, picture: box, factsHeight: top, textBox }
}

/** Lists layouts with a column for each of two languages, below the facts or beside many facts. */
function listLayoutsForTwoLanguages(
  picture: SheetPicture | null,
  height: number,
  factsHeights: TableHeights,
): SheetLayout[] {
  const listLayoutsBelow = (factsHeight: number) =>
    sizesForTwoLanguages.map((size): SheetLayout => {
      const { textBox, ...rest } = toSplitLayout(picture, height, factsHeight, size)
      return { ...rest, textBox: { width: textBox.width, height: textBox.height } }
    })
  const { inLargestType, inSmallestType } = factsHeights
  if (inLargestType <= maxFactsHeight) return listLayoutsBelow(inLargestType)
  const layoutsBeside = listLayouts(picture, height, factsHeights)
    .filter(({ kind, size }) => (kind === 'plain' || kind === 'column') && size <= maxSizeBeside)
    .map((candidate) => ({
      ...candidate,
      textBox: { ...candidate.textBox, width: (mainWidth - gutter) / 2 },
    }))
  return [...layoutsBeside, ...listLayoutsBelow(inLargestType), ...listLayoutsBelow(inSmallestType)]
}

/**
 * Layouts without facts, with the text across the page: one column in large type, two in smaller.
 */
function listLayoutsWithoutFacts(
  picture: SheetPicture | null,
  height: number,
  text: MeasuredText,
): SheetLayout[] {
  const createUnderLayout = (box: SheetLayout['picture'], size: number): SheetLayout => {
    const heightLeft = height - box.height - (box.height > 0 ? gapsUnderPicture.wide : 0)
    const textBox: TextBox =
      size < minSizeAcross
        ? { width: (width - gutter) / 2, height: heightLeft, columns: 2 }
        : { width, height: heightLeft }
    return { kind: 'under', size, picture: box, factsHeight: 0, textBox }
  }
  if (!picture) {
    const [largestSize = minSizeAcross] = largeSizes
    const heightInLargestSize = getLaidOutHeight(text, largestSize, { width, height })
    const isFewSentences = heightInLargestSize <= height * maxShareOfFewSentences
    const sizes = isFewSentences
      ? sizesWithoutPicture
      : sizesWithoutPicture.slice(sizesForFewSentences)
    return sizes.map((size) => createUnderLayout(noPicture, size))
  }
  const ratio = getAspectRatio(picture)
  // A short text fits beside an upright picture.
  const upright = fitWithin(picture, uprightWidth, height)
  const createBesideLayout = (size: number): SheetLayout => ({
    kind: 'beside',
    size,
    picture: upright,
    factsHeight: 0,
    textBox: { width: width - gutter - upright.width, height },
  })
  const isUpright = ratio < 1
  const heights = isUpright ? [minPictureHeight] : acrossPictureHeights
  return [
    ...(isUpright ? readableSizes.map(createBesideLayout) : []),
    ...heights.flatMap((maxHeight) =>
      sizesBelowPicture.map((size) =>
        createUnderLayout(fitWithin(picture, width, maxHeight), size),
      ),
    ),
    ...smallSizes.map((size) =>
      createUnderLayout(fitWithin(picture, width, heightAboveSmallType), size),
    ),
  ]
}

// In millimetres, as in the template `car-sheet.typ`.
const factsWidth = 62
const factsGutter = 2
/** Per point of type. */
const usualLabelWidth = 3.12
const maxLabelWidth = 31
/** Wide enough for the usual labels; wider for longer words, up to a limit. */
const getLabelWidth = ({ widestWord }: Pick<Fact, 'widestWord'>, size: number) =>
  Math.min(Math.max(usualLabelWidth * size, getLineLength(widestWord, size)), maxLabelWidth)
const getValueWidth = (fact: Pick<Fact, 'widestWord'>, size: number) =>
  factsWidth - getLabelWidth(fact, size) - factsGutter
/** Lines of a value in a table whose facts do not all fit. */
const maxCutLines = 4
/** In millimetres. */
const roundingTolerance = 0.01

/** Sizes for pages without a picture. */
const largeFactSizes = [10.5, 10, 9.5]
const factSizes = [9, 8.5, 8]
const minFactSize = 8

const factLeading = 1.22
/** Space above and below a row, in millimetres. */
const getRowInset = (size: number) => size * 0.13

interface Fact {
  readonly label: string
  readonly value: string
  readonly measured: { readonly label: MeasuredParagraphs; readonly value: MeasuredParagraphs }
  /** The widest word in the labels of the whole table, which sets the width of its label column. */
  readonly widestWord: MeasuredParagraphs
}

function measureFacts(rows: readonly AttributeRow[]): Fact[] {
  const labels = rows.map(({ label }) => toPrintableLine(label))
  const words = labels
    .flatMap((label) => label.split(' '))
    .map((word) => measureParagraphs([word], 'sans'))
  const widestWord = words.reduce(
    // The length of a measured word is its width.
    (widest, word) => (word.length > widest.length ? word : widest),
    measureParagraphs([], 'sans'),
  )
  return rows.map(({ value }, index) =>
    measureFact(labels[index] ?? '', toPrintable(value.trim()), widestWord),
  )
}

const measureFact = (label: string, value: string, widestWord: MeasuredParagraphs): Fact => ({
  label,
  value,
  measured: {
    label: measureParagraphs([label], 'sans'),
    value: measureParagraphs([value], 'sans'),
  },
  widestWord,
})

/** Heights of the table of facts, beside or below a picture. */
interface TableHeights {
  readonly inLargestType: number
  readonly inSmallestType: number
}

const measureTableHeights = (facts: readonly Fact[]): TableHeights => ({
  inLargestType: measureTable(facts, factSizes[0] ?? minFactSize),
  inSmallestType: measureTable(facts, factSizes.at(-1) ?? minFactSize),
})

/**
 * Sets the facts in the largest size that fits; cuts very long values, and returns the facts that
 * do not fit as `rest`.
 */
function layOutFacts(facts: readonly Fact[], height: number, hasPicture: boolean) {
  const sizes = [...(hasPicture ? [] : largeFactSizes), ...factSizes]
  const fitting = sizes.filter((candidate) => measureTable(facts, candidate) <= height)
  const size =
    fitting.find((candidate) => breaksNoWord(facts, candidate)) ?? fitting[0] ?? minFactSize
  const whole = breaksNoWord(facts, size) ? facts : facts.map((fact) => wrapFact(fact, size))
  const shownFacts = measureTable(whole, size) <= height ? whole : cutFacts(whole, size, height)
  return {
    height: measureTable(shownFacts, size),
    rest: facts.slice(shownFacts.length),
    facts: {
      size,
      inset: getRowInset(size),
      labels: facts[0] ? getLabelWidth(facts[0], size) : 0,
      rows: shownFacts.map(({ label, value }) => ({ label, value })),
    },
  }
}

const measureTable = (facts: readonly Fact[], size: number): number =>
  facts.reduce((sum, fact) => sum + measureFactRow(fact, size), 0)

const breaksNoWord = (facts: readonly Fact[], size: number): boolean =>
  facts.every(
    (fact) =>
      fitsWithoutBreakingWords(fact.measured.label, getLabelWidth(fact, size), size) &&
      fitsWithoutBreakingWords(fact.measured.value, getValueWidth(fact, size), size),
  )

/** Lets words break that are wider than their column. */
const wrapFact = (fact: Fact, size: number): Fact =>
  measureFact(
    breakLongWords(fact.label, 'sans', getLabelWidth(fact, size), size),
    breakLongWords(fact.value, 'sans', getValueWidth(fact, size), size),
    fact.widestWord,
  )

function measureFactRow(fact: Fact, size: number): number {
  const setting = { size, leading: factLeading, gap: 0 }
  const [label, value] = [
    getTextHeight(fact.measured.label, getLabelWidth(fact, size), setting),
    getTextHeight(fact.measured.value, getValueWidth(fact, size), setting),
  ]
  return Math.max(label, value) + 2 * getRowInset(size)
}

/** Shortens very long values, then keeps the facts that fit, from the first on. */
function cutFacts(facts: readonly Fact[], size: number, height: number): Fact[] {
  const setting = { size, leading: factLeading, gap: 0 }
  const maxHeight = getTextHeight(
    measureParagraphs([Array(maxCutLines).fill('x').join('\n')], 'sans'),
    factsWidth,
    setting,
  )
  const shownFacts: Fact[] = []
  let heightLeft = height
  for (const { label, value, widestWord } of facts) {
    const fits = (part: MeasuredParagraphs) =>
      getTextHeight(part, getValueWidth({ widestWord }, size), setting) <=
      maxHeight + roundingTolerance
    const [shortValue = ''] = shortenToFit([value], 'sans', fits)
    const fact = measureFact(label, shortValue, widestWord)
    heightLeft -= measureFactRow(fact, size)
    if (heightLeft < 0) break
    shownFacts.push(fact)
  }
  return shownFacts
}
