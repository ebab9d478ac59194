import { type AttributeRow, joinLines, type LabelLanguage, typeset } from '@vitrine/contract'
import {
  breakLongWords,
  countLines,
  getTextHeight,
  measureParagraphs,
  shortenToFit,
  stackVertically,
} from '../../adapters/pdf/fit.ts'
import type { FontName } from '../../adapters/pdf/fonts.ts'
import { toPrintableLine } from '../../adapters/pdf/printable.ts'
import {
  doesTextFit,
  type FittedTitle,
  fitTitle,
  formatNote,
  getLaidOutHeight,
  layOutText,
  measureText,
  type TextBox,
  type TitleSizes,
} from './set-text.ts'
import { fitWithin, getAspectRatio, type Sheet, type SheetPicture, toDisplayUrl } from './sheet.ts'

// In millimetres, as in the template `art-card.typ`.
const width = 89
/** Half a millimetre less than in the template. */
const height = 132.4
const gutterWidth = 4
const gaps = {
  underPicture: 4,
  underArtist: 1,
  underTitle: 1.2,
  music: 2,
  text: 3,
  foot: 2.5,
  rule: 4.5,
}
/** Sides of the QR code. */
const codeSides = { usual: 20, dense: 15 } as const
/** Height of the museum's name: in a high foot above the other words, in a low one beside them. */
const markHeights = { high: 6, low: 4.5 }
/** Width of the other words in the foot. */
const footWidths = { high: 67, low: 58 }
const footSetting = { size: 7, leading: 1.2, gap: 0 }
/** Width of the sign ♪ before music, with the space after it. */
const noteSignWidth = 4.2
/** Greatest height of a picture above the words. */
const maxHeightAbove = 72
/** Smallest type size for two languages; smaller columns are unreadable. */
const minSizeOfTwo = 7
/** How far the text of a card without a picture may start below the top. */
const maxDrop = 30
/** Share of the empty space that is above such a text. */
const dropShare = 0.4

// Type sizes in points.
const titleSizes: TitleSizes = [
  [22, 1],
  [19, 2],
  [16, 2],
  [13, 3],
  [10, 5],
  [8, 8],
]
/** Without the two largest. */
const denseTitleSizes = titleSizes.slice(2)
const largeSizes = [14, 13, 12, 11.5]
const readableSizes = [11, 10.5, 10, 9.5, 9, 8.5]
const smallSizes = [8, 7.5, 7]
/** With a smaller text, a card is dense: its other words are smaller, too, and its foot is low. */
const minUsualSize = 8
/** Type sizes of the facts and the music; the artist is a point larger. */
const factSizes = { usual: 8.5, dense: 7 }
const maxLines = { artist: 2, fact: 3, music: 2 }

/** Widths tried for a picture above the words, as shares of the card's width. */
const topPictureShares = [1, 0.9, 0.8]
/** Widths tried for a picture beside the words, in millimetres: with readable and small text. */
const sidePictureWidths = { readable: [46, 42, 38], small: [32, 27, 22, 18] }
/** Greatest height of a picture beside the words, as a multiple of its greatest width. */
const maxSideRatios = { usual: 1.5, dense: 0.8 }

interface Line {
  readonly text: string
  readonly italic: boolean
}

interface CardLayout {
  readonly kind: 'top' | 'side' | 'plain'
  readonly picture: { readonly width: number; readonly height: number }
  readonly size: number
  /** Small type and two columns, for long texts. */
  readonly isDense: boolean
}

/**
 * Lays out the A6 card placed beside an artwork; artist and title must be readable from a metre
 * away. Null if two languages do not fit.
 */
export function layOutArtCard(sheet: Sheet, imprint = '') {
  const {
    name,
    description,
    language,
    second,
    lang = 'en',
    rows,
    musicRows,
    notes,
    picture,
  } = sheet
  const text = measureText(description, language)
  const secondText = second && measureText(second.description, second.language)
  const texts = secondText ? [text, secondText] : [text]
  const foot = measureFoot(formatNote(notes, picture), toDisplayUrl(sheet), imprint)
  const caption = toCaption(name, rows, lang)
  const music = toMusicLines(musicRows, lang)
  const tryLayout = (layout: CardLayout) =>
    layOutParts(layout, { name, caption, music }, computeTextBox(layout, texts.length, foot))
  const layouts = listLayouts(picture)
  const fits = (candidate: CardLayout) => {
    const { textBox } = tryLayout(candidate)
    return (
      textBox.height > 0 &&
      texts.every((measured) => doesTextFit(measured, candidate.size, textBox))
    )
  }
  const layout = secondText
    ? layouts.find((candidate) => candidate.size >= minSizeOfTwo && fits(candidate))
    : (layouts.find(fits) ?? layouts.at(-1))
  if (!layout) return null
  const { textBox, ...otherParts } = tryLayout(layout)
  const emptyHeight =
    textBox.height -
    Math.max(...texts.map((measured) => getLaidOutHeight(measured, layout.size, textBox)))
  return {
    ...otherParts,
    layout: layout.kind,
    picture: layout.picture,
    dense: layout.isDense,
    code: getCodeSide(layout),
    columns: textBox.columns ?? 1,
    description: {
      ...layOutText(text, layout.size, textBox),
      space: text.paragraphs.length === 0 ? 0 : gaps.text,
    },
    second: secondText ? layOutText(secondText, layout.size, textBox) : null,
    drop:
      layout.kind === 'plain' && !layout.isDense
        ? Math.max(0, Math.min(maxDrop, dropShare * emptyHeight))
        : 0,
  }
}

/** Lists all possible layouts of a card, in order of preference. */
function listLayouts(picture: SheetPicture | null): CardLayout[] {
  const noPicture = { width: 0, height: 0 }
  if (!picture)
    return [...largeSizes, ...readableSizes, ...smallSizes].map((size) =>
      toCardLayout('plain', noPicture, size),
    )
  const toSideLayout = (maxWidth: number, size: number) =>
    toCardLayout(
      'side',
      fitWithin(picture, maxWidth, maxWidth * maxSideRatios[isDenseSize(size) ? 'dense' : 'usual']),
      size,
    )
  const fullHeight = width / getAspectRatio(picture)
  const toTopLayout = (scale: number, size: number) =>
    toCardLayout('top', { width: width * scale, height: fullHeight * scale }, size)
  return [
    // Wide pictures go across the card; upright ones leave room for words beside them.
    ...topPictureShares.flatMap((scale) =>
      fullHeight * scale <= maxHeightAbove
        ? readableSizes.map((size) => toTopLayout(scale, size))
        : [],
    ),
    ...sidePictureWidths.readable.flatMap((maxWidth) =>
      readableSizes.map((size) => toSideLayout(maxWidth, size)),
    ),
    ...smallSizes.flatMap((size) =>
      sidePictureWidths.small.map((maxWidth) => toSideLayout(maxWidth, size)),
    ),
  ]
}

const isDenseSize = (size: number) => size < minUsualSize

const toCardLayout = (
  kind: CardLayout['kind'],
  picture: CardLayout['picture'],
  size: number,
): CardLayout => ({
  kind,
  picture,
  size,
  isDense: isDenseSize(size),
})

const getCodeSide = ({ isDense }: CardLayout) => (isDense ? codeSides.dense : codeSides.usual)

interface FootHeights {
  readonly high: number
  readonly low: number
}

/**
 * Heights of the foot. In the high one, note, address and imprint have a line each beside the code;
 * in the low one, address and imprint share a line.
 */
function measureFoot(note: string, url: string, imprint: string): FootHeights {
  const measureHeight = (maxWidth: number, ...lines: string[]) =>
    getTextHeight(measureParagraphs(lines.filter(Boolean), 'sans'), maxWidth, footSetting)
  return {
    high: Math.max(
      codeSides.usual,
      markHeights.high + measureHeight(footWidths.high, note, url, imprint),
    ),
    low: Math.max(markHeights.low, measureHeight(footWidths.low, note, `${imprint} · ${url}`)),
  }
}

interface Caption {
  readonly artist: string
  readonly lines: readonly Line[]
}

/**
 * Artist, title unless it equals the name, year and technique, dimensions, collection, other facts.
 */
function toCaption(name: string, rows: readonly AttributeRow[], lang: LabelLanguage): Caption {
  const findRow = (key: string) => rows.find((row) => row.key === key)
  const getFact = (key: string) => toPrintableLine(findRow(key)?.value ?? '')
  const titleRow = findRow('title')
  const title = titleRow?.isOriginal ? withLabel(titleRow, lang) : getFact('title')
  const production = [getFact('year'), getFact('technique')].filter((text) => text).join(' · ')
  const lines = [
    { text: title === toPrintableLine(name) ? '' : title, italic: true },
    { text: production, italic: false },
    { text: withoutBreaks(getFact('dimensions')), italic: false },
    { text: getFact('collection'), italic: false },
    ...listLabelledRows(rows, captionKeys, lang).map((text) => ({ text, italic: false })),
  ]
  return { artist: getFact('artist'), lines: lines.filter((line) => line.text !== '') }
}

/** Attributes with a fixed position in the caption. */
const captionKeys = ['artist', 'title', 'year', 'technique', 'dimensions', 'collection']
const musicKeys = ['composer', 'music', 'music_detail', 'music_interpreters', 'reference']

/** Rows without a fixed position on the card, each with its label. */
const listLabelledRows = (
  rows: readonly AttributeRow[],
  positionedKeys: readonly string[],
  lang: LabelLanguage,
): string[] =>
  rows.filter(({ key }) => !positionedKeys.includes(key)).map((row) => withLabel(row, lang))

const withLabel = ({ label, value }: AttributeRow, lang: LabelLanguage) =>
  toPrintableLine(`${typeset(`${label}: `, lang)}${toSingleLine(value)}`)

const toSingleLine = (value: string) => joinLines(value.trim(), ' · ')

/** Dimensions up to this length, in characters, stay on one line. */
const maxUnbrokenLength = 24

const withoutBreaks = (dimensions: string) =>
  dimensions.length <= maxUnbrokenLength ? dimensions.replaceAll(' ', '\u00a0') : dimensions

function toMusicLines(rows: readonly AttributeRow[], lang: LabelLanguage): string[] {
  const getFact = (key: string) =>
    toPrintableLine(toSingleLine(rows.find((row) => row.key === key)?.value ?? ''))
  const played = [getFact('composer'), getFact('music')].filter((text) => text).join(': ')
  const heading = toPrintableLine(typeset(played, lang))
  const lines = [
    heading,
    getFact('music_detail'),
    getFact('music_interpreters'),
    getFact('reference'),
  ]
  return [...lines, ...listLabelledRows(rows, musicKeys, lang)].filter((line) => line !== '')
}

/** The space for all words of a card, the description included. */
function computeTextBox(
  { kind, picture, isDense: dense }: CardLayout,
  languageCount: number,
  footHeights: FootHeights,
): TextBox {
  let above = 0
  if (kind === 'top') above = picture.height + gaps.underPicture
  if (kind === 'plain' && !dense) above = gaps.rule
  const foot = gaps.foot + (dense ? footHeights.low : footHeights.high)
  const heightLeft = height - above - gaps.text - foot
  if (languageCount > 1) return { width: (width - gutterWidth) / 2, height: heightLeft }
  // Lines of small type across the whole card would be hard to follow.
  return dense
    ? { width: (width - gutterWidth) / 2, height: heightLeft, columns: 2 }
    : { width, height: heightLeft }
}

interface CardWords {
  readonly name: string
  readonly caption: Caption
  readonly music: readonly string[]
}

/** Lays out everything but the description, and returns the space left for it. */
function layOutParts(layout: CardLayout, { name, caption, music }: CardWords, wordsBox: TextBox) {
  const { kind, picture, isDense: dense } = layout
  const size = dense ? factSizes.dense : factSizes.usual
  const textWidth =
    width -
    (kind === 'side' ? picture.width + gutterWidth : 0) -
    (dense ? codeSides.dense + gutterWidth : 0)
  const title = fitTitle(name, textWidth, dense ? denseTitleSizes : titleSizes)
  const artist = shortenLine(caption.artist, artistFont, textWidth, size + 1, maxLines.artist)
  const lines = caption.lines.map((line) => ({
    ...line,
    text: shortenLine(line.text, getLineFont(line), textWidth, size, maxLines.fact),
  }))
  const musicLines = (layout.size <= minSizeOfTwo ? joinDetails(music) : music).map((line, index) =>
    shortenLine(line, getMusicFont(index), width - noteSignWidth, size, maxLines.music),
  )
  const captionHeight = measureCaption(title, artist, lines, textWidth, size)
  // In dense cards, the code is at the top.
  const topHeight = Math.max(
    captionHeight,
    kind === 'side' ? picture.height : 0,
    dense ? codeSides.dense : 0,
  )
  const musicHeight =
    musicLines.length > 0
      ? gaps.music + measureLines(musicLines, getMusicFont, width - noteSignWidth, size)
      : 0
  const textBox = { ...wordsBox, height: wordsBox.height - topHeight - musicHeight }
  return { textBox, title, artist, facts: { size, lines }, music: { size, lines: musicLines } }
}

/** Joins all lines of music but the first, which saves space. */
const joinDetails = ([heading, ...rest]: readonly string[]) =>
  [heading, rest.join(' · ')].filter((line): line is string => !!line)

function measureCaption(
  title: FittedTitle,
  artist: string,
  lines: readonly Line[],
  maxWidth: number,
  size: number,
): number {
  const above = artist
    ? measureLines([artist], () => artistFont, maxWidth, size + 1) + gaps.underArtist
    : 0
  const texts = lines.map((line) => line.text)
  const getFontAt = (index: number) => getLineFont(lines[index])
  return (
    above +
    title.height +
    (texts.length > 0 ? gaps.underTitle + measureLines(texts, getFontAt, maxWidth, size) : 0)
  )
}

const getCaptionSetting = (size: number) => ({ size, leading: 1.25, gap: 0 })

// As in the template; bold and italic letters differ in width from plain ones.
const artistFont = 'sans-semibold'
const getLineFont = (line: Line | undefined): FontName => (line?.italic ? 'serif-italic' : 'sans')
const getMusicFont = (index: number): FontName => (index === 0 ? 'sans-semibold' : 'sans')

function measureLines(
  lines: readonly string[],
  getFont: (index: number) => FontName,
  maxWidth: number,
  size: number,
) {
  return getTextHeight(
    stackVertically(lines.map((line, index) => measureParagraphs([line], getFont(index)))),
    maxWidth,
    getCaptionSetting(size),
  )
}

function shortenLine(
  text: string,
  font: FontName,
  maxWidth: number,
  size: number,
  maxLines: number,
): string {
  if (text === '') return ''
  const whole = breakLongWords(text, font, maxWidth, size)
  const [shown = ''] = shortenToFit(
    [whole],
    font,
    (part) => countLines(part, maxWidth, size) <= maxLines,
  )
  return shown
}
