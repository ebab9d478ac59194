import { type AttributeRow, joinedLines, type LabelLanguage, typeset } from '@vitrine/contract'
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
  type FittedTitle,
  fitTitle,
  formatNote,
  layOutText,
  measureText,
  type TextBox,
  type TitleSizes,
  textFits,
  textHeight,
} from './set-text.ts'
import { aspectRatio, displayUrl, fitWithin, type Sheet, type SheetPicture } from './sheet.ts'

// In millimetres; those of the template `art-card.typ`.
const width = 89
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
const codeSides = { usual: 20, dense: 15 } as const
/** The museum's name, above or beside the words of the foot. */
const markHeights = { high: 6, low: 4.5 }
const footWidth = { high: 67, low: 58 }
const footSetting = { size: 7, leading: 1.2, gap: 0 }
const noteSignWidth = 4.2
const maxHeightAcross = 72
/** Two languages in smaller type than this can't be read. */
const minSizeOfTwo = 7
/** Without a picture a card begins lower, as far as its text allows. */
const maxDrop = 30

const titleSizes: TitleSizes = [
  [22, 1],
  [19, 2],
  [16, 2],
  [13, 3],
  [10, 5],
  [8, 8],
]
const largeSizes = [14, 13, 12, 11.5]
const readableSizes = [11, 10.5, 10, 9.5, 9, 8.5]
const smallSizes = [8, 7.5, 7]

interface Line {
  readonly text: string
  readonly italic: boolean
}

interface CardLayout {
  readonly layout: 'top' | 'side' | 'plain'
  readonly picture: { readonly width: number; readonly height: number }
  readonly size: number
  /** Long texts have smaller type around them and two columns. */
  readonly isDense: boolean
}

/**
 * One artwork on A6, to be placed beside it: artist and title must be readable from a metre away. Null where two languages
 * find no room.
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
  const other = second && measureText(second.description, second.language)
  const texts = other ? [text, other] : [text]
  const foot = footHeights(formatNote(notes, picture), displayUrl(sheet), imprint)
  const label = toCaption(name, rows, lang)
  const music = toMusicLines(musicRows, lang)
  const placeParts = (place: CardLayout) =>
    layOutParts(place, name, label, music, textBoxFor(place, texts.length, foot))
  const places = listLayouts(picture)
  const fits = (one: CardLayout) => {
    const { room } = placeParts(one)
    return room.height > 0 && texts.every((each) => textFits(each, one.size, room))
  }
  const place = other
    ? places.find((one) => one.size >= minSizeOfTwo && fits(one))
    : (places.find(fits) ?? places.at(-1))
  if (!place) return null
  const { room, ...set } = placeParts(place)
  const free = room.height - Math.max(...texts.map((each) => textHeight(each, place.size, room)))
  return {
    ...set,
    layout: place.layout,
    picture: place.picture,
    dense: place.isDense,
    code: codeSide(place),
    columns: room.columns ?? 1,
    description: {
      ...layOutText(text, place.size, room),
      space: text.paragraphs.length === 0 ? 0 : gaps.text,
    },
    second: other ? layOutText(other, place.size, room) : null,
    drop:
      place.layout === 'plain' && !place.isDense ? Math.max(0, Math.min(maxDrop, 0.4 * free)) : 0,
  }
}

/** All ways to lay out a card, the most beautiful first. */
function listLayouts(picture: SheetPicture | null): CardLayout[] {
  const none = { width: 0, height: 0 }
  if (!picture)
    return [...largeSizes, ...readableSizes, ...smallSizes].map((size) =>
      toCardLayout('plain', none, size),
    )
  const side = (broad: number, size: number) =>
    toCardLayout('side', fitWithin(picture, broad, size < 8 ? broad * 0.8 : broad * 1.5), size)
  const high = width / aspectRatio(picture)
  const top = (part: number, size: number) =>
    toCardLayout('top', { width: width * part, height: high * part }, size)
  return [
    // Across the card, or nearly; beside an upright picture there is room for words.
    ...[1, 0.9, 0.8].flatMap((part) =>
      high * part <= maxHeightAcross ? readableSizes.map((size) => top(part, size)) : [],
    ),
    ...[46, 42, 38].flatMap((broad) => readableSizes.map((size) => side(broad, size))),
    ...smallSizes.flatMap((size) => [32, 27, 22, 18].map((broad) => side(broad, size))),
  ]
}

const toCardLayout = (
  layout: CardLayout['layout'],
  picture: CardLayout['picture'],
  size: number,
): CardLayout => ({
  layout,
  picture,
  size,
  isDense: size < 8,
})

const codeSide = ({ isDense }: CardLayout) => (isDense ? codeSides.dense : codeSides.usual)

interface FootHeights {
  readonly high: number
  readonly low: number
}

/** Beside the code note, address and imprint stand one under the other; where every line counts, address and imprint share one. */
function footHeights(...[note, url, imprint]: readonly [string, string, string]): FootHeights {
  const heightIn = (width: number, ...lines: string[]) =>
    getTextHeight(measureParagraphs(lines.filter(Boolean), 'sans'), width, footSetting)
  return {
    high: Math.max(
      codeSides.usual,
      markHeights.high + heightIn(footWidth.high, note, url, imprint),
    ),
    low: Math.max(markHeights.low, heightIn(footWidth.low, note, `${imprint} · ${url}`)),
  }
}

interface Caption {
  readonly artist: string
  readonly lines: readonly Line[]
}

/** Artist, title where it is not the name already, then how and when it was made, then whose it is. */
function toCaption(name: string, rows: readonly AttributeRow[], lang: LabelLanguage): Caption {
  const rowOf = (key: string) => rows.find((row) => row.key === key)
  const fact = (key: string) => toPrintableLine(rowOf(key)?.value ?? '')
  const titleRow = rowOf('title')
  const title = titleRow?.isOriginal ? withLabel(titleRow, lang) : fact('title')
  const made = [fact('year'), fact('technique')].filter((one) => one).join(' · ')
  const lines = [
    { text: title === toPrintableLine(name) ? '' : title, italic: true },
    { text: made, italic: false },
    { text: withoutBreaks(fact('dimensions')), italic: false },
    { text: fact('collection'), italic: false },
    ...labelled(rows, labelKeys, lang).map((text) => ({ text, italic: false })),
  ]
  return { artist: fact('artist'), lines: lines.filter((line) => line.text !== '') }
}

const labelKeys = ['artist', 'title', 'year', 'technique', 'dimensions', 'collection']
const musicKeys = ['composer', 'music', 'music_detail', 'music_interpreters', 'reference']

/** What has no place of its own on the card is listed with its label. */
const labelled = (
  rows: readonly AttributeRow[],
  placed: readonly string[],
  lang: LabelLanguage,
): string[] => rows.filter(({ key }) => !placed.includes(key)).map((row) => withLabel(row, lang))

const withLabel = ({ label, value }: AttributeRow, lang: LabelLanguage) =>
  toPrintableLine(`${typeset(`${label}: `, lang)}${onOneLine(value)}`)

const onOneLine = (value: string) => joinedLines(value.trim(), ' · ')

/** Short measures are not torn apart at the end of a line. */
const withoutBreaks = (measures = '') =>
  measures.length <= 24 ? measures.replaceAll(' ', '\u00a0') : measures

function toMusicLines(rows: readonly AttributeRow[], lang: LabelLanguage): string[] {
  const fact = (key: string) =>
    toPrintableLine(onOneLine(rows.find((row) => row.key === key)?.value ?? ''))
  const played = [fact('composer'), fact('music')].filter((one) => one).join(': ')
  const heading = toPrintableLine(typeset(played, lang))
  const lines = [heading, fact('music_detail'), fact('music_interpreters'), fact('reference')]
  return [...lines, ...labelled(rows, musicKeys, lang)].filter((line) => line !== '')
}

/** What is left for words, the description among them. */
function textBoxFor(
  { layout, picture, isDense: dense }: CardLayout,
  texts: number,
  feet: FootHeights,
): TextBox {
  const above =
    layout === 'top'
      ? picture.height + gaps.underPicture
      : layout === 'plain' && !dense
        ? gaps.rule
        : 0
  const foot = gaps.foot + (dense ? feet.low : feet.high)
  const left = height - above - gaps.text - foot
  if (texts > 1) return { width: (width - gutterWidth) / 2, height: left }
  // So small a type is hard to follow across the whole card.
  return dense
    ? { width: (width - gutterWidth) / 2, height: left, columns: 2 }
    : { width, height: left }
}

/** Everything but the description at its place, and the room that it leaves. */
function layOutParts(
  place: CardLayout,
  name: string,
  label: Caption,
  music: readonly string[],
  whole: TextBox,
) {
  const { layout, picture, isDense: dense } = place
  const size = dense ? 7 : 8.5
  const beside =
    width -
    (layout === 'side' ? picture.width + gutterWidth : 0) -
    (dense ? codeSides.dense + gutterWidth : 0)
  const title = fitTitle(name, beside, dense ? titleSizes.slice(2) : titleSizes)
  const artist = cutLine(label.artist, artistFont, beside, size + 1, 2)
  const lines = label.lines.map((line) => ({
    ...line,
    text: cutLine(line.text, fontOf(line), beside, size, 3),
  }))
  const played = (place.size <= minSizeOfTwo ? joinDetails(music) : music).map((line, index) =>
    cutLine(line, musicFont(index), width - noteSignWidth, size, 2),
  )
  const words = wordsHeight(title, artist, lines, beside, size)
  const top = Math.max(words, layout === 'side' ? picture.height : 0, dense ? codeSides.dense : 0)
  const musicHeight =
    played.length > 0 ? gaps.music + linesHeight(played, musicFont, width - noteSignWidth, size) : 0
  const room = { ...whole, height: whole.height - top - musicHeight }
  return { room, title, artist, facts: { size, lines }, music: { size, lines: played } }
}

const joinDetails = ([heading, ...rest]: readonly string[]) =>
  [heading, rest.join(' · ')].filter((line): line is string => !!line)

function wordsHeight(
  title: FittedTitle,
  artist: string,
  lines: readonly Line[],
  room: number,
  size: number,
): number {
  const above = artist
    ? linesHeight([artist], () => artistFont, room, size + 1) + gaps.underArtist
    : 0
  const texts = lines.map((line) => line.text)
  const fontAt = (index: number) => fontOf(lines[index])
  return (
    above +
    title.height +
    (texts.length > 0 ? gaps.underTitle + linesHeight(texts, fontAt, room, size) : 0)
  )
}

const captionSetting = (size: number) => ({ size, leading: 1.25, gap: 0 })

// Those of the template: bolder and slanted letters are not as wide as plain ones.
const artistFont = 'sans-semibold'
const fontOf = (line: Line | undefined): FontName => (line?.italic ? 'serif-italic' : 'sans')
const musicFont = (index: number): FontName => (index === 0 ? 'sans-semibold' : 'sans')

function linesHeight(
  lines: readonly string[],
  fontAt: (index: number) => FontName,
  room: number,
  size: number,
) {
  return getTextHeight(
    stackVertically(lines.map((line, index) => measureParagraphs([line], fontAt(index)))),
    room,
    captionSetting(size),
  )
}

function cutLine(text: string, font: FontName, room: number, size: number, lines: number): string {
  if (text === '') return ''
  const whole = breakLongWords(text, font, room, size)
  const [shown = ''] = shortenToFit([whole], font, (part) => countLines(part, room, size) <= lines)
  return shown
}
