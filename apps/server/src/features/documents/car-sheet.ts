import { carFacts, factsHeight, setFacts } from './car-facts.ts'
import { type Room, setText, type Text, textFits, textHeight, textOf } from './set-text.ts'
import type { Sheet, SheetPicture } from './sheet.ts'
import { type TitleSizes, titleOf } from './title.ts'

// In millimetres; those of the template `car-sheet.typ`.
const width = 174
const titleWidth = 142
const mainWidth = 102
const head = { masthead: 13.5, rule: 4, gap: 7, code: 24 }
const imprint = 11
const bodyHeight = 270.9 - head.masthead - head.rule - head.gap - imprint
const underPicture = { wide: 7, column: 5, split: 6 } as const
const highestAcross = 132
const highestFacts = 96
const leastBeside = 60

const titles: TitleSizes = [
  [34, 1],
  [29, 1],
  [25, 2],
  [20, 3],
  [15, 5],
  [12, 8],
]
const readable = [12, 11.5, 11, 10.5, 10, 9.5]
const smaller = [10, 9.5, 9, 8.5, 8, 7.5, 7]
const alone = [19, 17, 16, 15, 14, 13, ...readable, 9, 8.5, 8, 7.5, 7]

/** Without a picture a page begins lower, as far as its text allows. */
const lowest = 62

interface Place {
  readonly layout: 'wide' | 'column' | 'split' | 'plain'
  readonly size: number
  readonly picture: { readonly width: number; readonly height: number }
  readonly factsHeight: number
  readonly room: Room
}

/** One car on A4: its picture as large as its text leaves room for, its text as large as reads with pleasure. */
export function carSheet({ name, description, rows, picture }: Sheet) {
  const title = titleOf(name, titleWidth, titles)
  const text = textOf(description)
  const facts = carFacts(rows)
  const height = bodyHeight - Math.max(title.height, head.code - head.masthead - head.rule)
  const needed = factsHeight(facts)
  const places = placesFor(picture, height, Math.min(needed.usual, highestFacts))
  const place =
    places.find((one) => textFits(text, one.size, one.room) && needed.least <= one.factsHeight) ?? places.at(-1)
  if (!place) throw new Error('there is no layout to choose from')
  const set = setFacts(facts, place.factsHeight, place.layout === 'plain')
  return {
    title,
    layout: place.layout,
    picture: place.picture,
    facts: set.facts,
    description: setText(text, place.size, place.room),
    drop: place.layout === 'plain' ? dropOf(text, place, set.height) : 0,
  }
}

const dropOf = (text: Text, { size, room }: Place, factsHeight: number) =>
  Math.max(0, Math.min(lowest, 0.35 * (room.height - Math.max(factsHeight, textHeight(text, size, room)))))

/** All ways to lay out a page, the most beautiful first. */
function placesFor(picture: SheetPicture | null, height: number, factsHeight: number): Place[] {
  if (!picture) {
    const none = { width: 0, height: 0 }
    const room = { width: mainWidth, height }
    return alone.map((size) => ({ layout: 'plain', size, picture: none, factsHeight: height, room }))
  }
  const ratio = picture.width > 0 && picture.height > 0 ? picture.width / picture.height : 1.5
  const wide = (size: number): Place => {
    const left = height - width / ratio - underPicture.wide
    const room = { width: mainWidth, height: left }
    return { layout: 'wide', size, picture: { width, height: width / ratio }, factsHeight: left, room }
  }
  const column = (high: number, size: number): Place => {
    const box = { width: Math.min(mainWidth, high * ratio), height: Math.min(high, mainWidth / ratio) }
    const room = { width: mainWidth, height: height - box.height - underPicture.column }
    return { layout: 'column', size, picture: box, factsHeight: height, room }
  }
  // A long text in two columns below; above it the picture stands beside the facts and as high as they do.
  const split = (size: number): Place => {
    const high = Math.max(factsHeight, leastBeside)
    const box = { width: Math.min(mainWidth, high * ratio), height: Math.min(high, mainWidth / ratio) }
    const top = Math.max(factsHeight, box.height)
    const room = { width: (width - 8) / 2, height: height - top - underPicture.split, columns: 2 }
    return { layout: 'split', size, picture: box, factsHeight: top, room }
  }
  return [
    // Across the whole page or not at all; an upright picture would leave nothing to the text.
    ...(width / ratio <= highestAcross ? readable.map(wide) : []),
    ...[136, 112, 90].flatMap((high) => readable.map((size) => column(high, size))),
    ...smaller.map(split),
  ]
}
