import type { AttributeRow } from '@vitrine/contract'
import {
  heightOf,
  keepsWords,
  lengthOf,
  type Measured,
  measure,
  shortened,
  wrapped,
} from '../../adapters/pdf/fit.ts'
import { printable, printableLine } from '../../adapters/pdf/printable.ts'
import {
  higherNote,
  noteOf,
  type Room,
  setText,
  type Text,
  type TitleSizes,
  textFits,
  textHeight,
  textOf,
  titleOf,
} from './set-text.ts'
import { fitInto, ratioOf, type Sheet, type SheetPicture } from './sheet.ts'

// In millimetres; those of the template `car-sheet.typ`.
const width = 174
const titleWidth = 142
const mainWidth = 102
const head = { masthead: 13.5, rule: 4, gap: 7, code: 24 }
/** With a note of one line. */
const imprint = 11
const note = { width, size: 8, leading: 1.35, gap: 0 }
const bodyHeight = 270.9 - head.masthead - head.rule - head.gap - imprint
const underPicture = { wide: 7, column: 5, split: 6 } as const
const gutter = 8
const highestAcross = 132
const highestFacts = 96
const leastBeside = 60
const aroundAnother = { above: 6, below: 4 }
/** A smaller one shows nothing. */
const leastAnother = { width: 45, height: 28 }
const highestAnother = 80
/** The name on a second page, with what is around it. */
const secondHead = 8

const titles: TitleSizes = [
  [34, 1],
  [29, 1],
  [25, 2],
  [20, 3],
  [15, 5],
  [12, 8],
]
const readable = [12, 11.5, 11, 10.5, 10, 9.5]
const smaller = [10, 9.5, 9, 8.5, 8]
const large = [19, 17, 16, 15, 14, 13]
const alone = [...large, ...readable, 9, 8.5, 8]
/** Of a text that takes two pages: easy to read, or as small as it may be. */
const sizesOnTwoPages = [9.5, 8]
const sizesOfTwo = [12, 11, ...smaller]
/** Larger type leaves too few words to half a column. */
const largestBeside = 10.5
/** Smaller type is hard to follow across the whole page. */
const smallestAcross = 13
const uprightWidth = 74

/** Without a picture a page begins lower, as far as its text allows. */
const lowest = 62

interface Place {
  readonly layout: 'wide' | 'column' | 'split' | 'plain' | 'under' | 'beside'
  readonly size: number
  readonly picture: { readonly width: number; readonly height: number }
  readonly factsHeight: number
  readonly room: Room
}

/**
 * One car on A4: its picture as large as its text leaves room for, its text as large as reads with pleasure. Null where two
 * languages find no room.
 */
export function carSheet({
  name,
  description,
  language,
  second,
  rows,
  notes,
  picture,
  another,
}: Sheet) {
  const title = titleOf(name, titleWidth, titles)
  const text = textOf(description, language)
  const other = second && textOf(second.description, second.language)
  const facts = carFacts(rows)
  const higher = higherNote(noteOf(notes, picture, second ? null : another), note)
  const height = bodyHeight - higher - Math.max(title.height, head.code - head.masthead - head.rule)
  const needed = factsHeight(facts)
  const places = other
    ? placesForTwo(picture, height, needed)
    : facts.length === 0
      ? placesWithoutFacts(picture, height, text)
      : placesFor(picture, height, needed)
  const fits = (one: Place) =>
    textFits(text, one.size, one.room) && (!other || textFits(other, one.size, one.room))
  const showsFacts = (one: Place) => needed.least <= one.factsHeight
  const layOut = (place: Place) => {
    const set = setFacts(facts, place.factsHeight, place.layout === 'plain')
    const shown = setText(text, place.size, place.room, { hasNextPage: !other })
    return {
      title,
      layout: place.layout,
      picture: place.picture,
      another: other ? null : boxUnder(text, place, another),
      facts: set.facts,
      description: shown,
      second: other ? setText(other, place.size, place.room) : null,
      next: other
        ? null
        : secondPage(textOf(shown.rest.join('\n\n'), text.language), place.size, set.rest),
      columns: place.room.columns ?? 1,
      foot: imprint + higher,
      /** Columns that end at the same height; as high as the room where there is but one. */
      columnHeight: columnHeightOf(text, place),
      drop:
        place.picture.height === 0 ? dropOf(other ? [text, other] : [text], place, set.height) : 0,
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
function boxUnder(
  text: Text,
  { layout, size, room }: Place,
  picture: SheetPicture | null,
): Place['picture'] | null {
  if (!picture || (layout !== 'wide' && layout !== 'column')) return null
  const high = Math.min(
    highestAnother,
    room.height - textHeight(text, size, room) - aroundAnother.above - aroundAnother.below,
  )
  const box = fitInto(picture, mainWidth, high)
  return box.width < leastAnother.width || box.height < leastAnother.height ? null : box
}

/** What has no room on the first page; null where everything has. */
function secondPage(text: Text, firstSize: number, rest: readonly Fact[]) {
  if (text.paragraphs.length === 0 && rest.length === 0) return null
  const height = bodyHeight - secondHead
  const room: Room =
    rest.length > 0
      ? { width: mainWidth, height }
      : { width: (width - gutter) / 2, height, columns: 2 }
  const size =
    [firstSize, ...smaller].find((one) => one <= firstSize && textFits(text, one, room)) ?? smallest
  return {
    facts: setFacts(rest, height, false).facts,
    description: setText(text, size, room),
    height,
  }
}

/** Where the most of a long text has room. */
const roomiest = (places: readonly Place[], size: number): Place | undefined =>
  places
    .filter((place) => place.size === size)
    .toSorted((a, b) => areaOf(b.room) - areaOf(a.room))[0]

const areaOf = ({ width, height, columns = 1 }: Room) => width * height * columns

/** Where facts can't all be shown, the most of them. */
const mostFacts = (places: readonly Place[]): Place | undefined =>
  places.toSorted((a, b) => b.factsHeight - a.factsHeight)[0]

function dropOf(texts: readonly Text[], place: Place, factsHeight: number): number {
  const highest = Math.max(factsHeight, ...texts.map((text) => columnHeightOf(text, place)))
  return Math.max(0, Math.min(lowest, 0.35 * (place.room.height - highest)))
}

function columnHeightOf(text: Text, { layout, size, room }: Place): number {
  const needed = textHeight(text, size, room)
  // A line more than half of it: a column does not end in the middle of a line.
  return layout === 'under' && room.columns
    ? Math.min(room.height, needed / room.columns + size * 0.55)
    : needed
}

/** All ways to lay out a page, the most beautiful first. */
function placesFor(
  picture: SheetPicture | null,
  height: number,
  facts: ReturnType<typeof factsHeight>,
): Place[] {
  if (!picture) {
    const none = { width: 0, height: 0 }
    const room = { width: mainWidth, height }
    return alone.map((size) => ({
      layout: 'plain',
      size,
      picture: none,
      factsHeight: height,
      room,
    }))
  }
  const ratio = ratioOf(picture)
  const wide = (size: number): Place => {
    const left = height - width / ratio - underPicture.wide
    const room = { width: mainWidth, height: left }
    return {
      layout: 'wide',
      size,
      picture: { width, height: width / ratio },
      factsHeight: left,
      room,
    }
  }
  const column = (high: number, size: number): Place => {
    const box = fitInto(picture, mainWidth, high)
    const room = { width: mainWidth, height: height - box.height - underPicture.column }
    return { layout: 'column', size, picture: box, factsHeight: height, room }
  }
  return [
    // Across the whole page or not at all; an upright picture would leave nothing to the text.
    ...(width / ratio <= highestAcross ? readable.map(wide) : []),
    ...[136, 112, 90].flatMap((high) => readable.map((size) => column(high, size))),
    // Above a text, facts take no more room than they need.
    ...smaller.flatMap((size) =>
      [Math.min(facts.usual, highestFacts), facts.usual, facts.least].map((high) =>
        placeInColumns(picture, height, high, size),
      ),
    ),
    ...smaller.map((size) => column(leastBeside, size)),
  ]
}

/** A long text in two columns below; above it the picture beside the facts, as high as they are. */
function placeInColumns(
  picture: SheetPicture | null,
  height: number,
  factsHeight: number,
  size: number,
): Place {
  const high = Math.max(factsHeight, leastBeside)
  const box = picture ? fitInto(picture, mainWidth, high) : { width: 0, height: 0 }
  const top = Math.max(factsHeight, box.height)
  const room = {
    width: (width - gutter) / 2,
    height: height - top - underPicture.split,
    columns: 2,
  }
  return { layout: 'split', size, picture: box, factsHeight: top, room }
}

/** A column for each of two languages: below picture and facts, or beside facts that are too many for that. */
function placesForTwo(
  picture: SheetPicture | null,
  height: number,
  facts: ReturnType<typeof factsHeight>,
): Place[] {
  const below = (factsHeight: number) =>
    sizesOfTwo.map((size): Place => {
      const { room, ...rest } = placeInColumns(picture, height, factsHeight, size)
      return { ...rest, room: { width: room.width, height: room.height } }
    })
  if (facts.usual <= highestFacts) return below(facts.usual)
  const beside = placesFor(picture, height, facts)
    .filter(
      ({ layout, size }) => (layout === 'plain' || layout === 'column') && size <= largestBeside,
    )
    .map((place) => ({ ...place, room: { ...place.room, width: (mainWidth - gutter) / 2 } }))
  return [...beside, ...below(facts.usual), ...below(facts.least)]
}

/** Nothing is beside the text, so it has the whole page: one column in large type, two in smaller. */
function placesWithoutFacts(picture: SheetPicture | null, height: number, text: Text): Place[] {
  const under = (box: Place['picture'], size: number): Place => {
    const left = height - box.height - (box.height > 0 ? underPicture.wide : 0)
    const room: Room =
      size < smallestAcross
        ? { width: (width - gutter) / 2, height: left, columns: 2 }
        : { width, height: left }
    return { layout: 'under', size, picture: box, factsHeight: 0, room }
  }
  if (!picture) {
    // Type for a few sentences; a page full of it would shout.
    const isShort = textHeight(text, large[0] ?? smallestAcross, { width, height }) <= height * 0.3
    return (isShort ? alone : alone.slice(3)).map((size) => under({ width: 0, height: 0 }, size))
  }
  const ratio = ratioOf(picture)
  // An upright picture has room for words beside it, unless there are too many.
  const upright = fitInto(picture, uprightWidth, height)
  const beside = (size: number): Place => ({
    layout: 'beside',
    size,
    picture: upright,
    factsHeight: 0,
    room: { width: width - gutter - upright.width, height },
  })
  const heights = ratio < 1 ? [leastBeside] : [highestAcross, 112, 90, leastBeside]
  return [
    ...(ratio < 1 ? readable.map(beside) : []),
    ...heights.flatMap((high) =>
      [14, 13, ...readable].map((size) => under(fitInto(picture, width, high), size)),
    ),
    ...smaller.map((size) => under(fitInto(picture, width, 40), size)),
  ]
}

// In millimetres; those of the template `car-sheet.typ`.
const factsWidth = 62
const factsGutter = 2
/** Just enough for the longest of the usual labels; wider for a longer word, as long as the values have room. */
const labelWidth = ({ longestWord }: Pick<Fact, 'longestWord'>, size: number) =>
  Math.min(Math.max(3.12 * size, lengthOf(longestWord, size)), widestLabels)
const widestLabels = 31
const valueWidth = (fact: Pick<Fact, 'longestWord'>, size: number) =>
  factsWidth - labelWidth(fact, size) - factsGutter
const mostLines = 4

// Without a picture they may be larger.
const largeFacts = [10.5, 10, 9.5]
const usual = [9, 8.5, 8]
const smallest = 8

const leading = 1.22
const insetOf = (size: number) => size * 0.13

interface Fact {
  readonly label: string
  readonly value: string
  readonly measured: { readonly label: Measured; readonly value: Measured }
  /** Of all labels of the table. */
  readonly longestWord: Measured
}

function carFacts(rows: readonly AttributeRow[]): Fact[] {
  const labels = rows.map(({ label }) => printableLine(label))
  const words = labels.flatMap((label) => label.split(' ')).map((word) => measure([word], 'sans'))
  const longestWord = words.reduce(
    (longest, word) => (word.length > longest.length ? word : longest),
    measure([], 'sans'),
  )
  return rows.map(({ value }, index) =>
    factOf(labels[index] ?? '', printable(value.trim()), longestWord),
  )
}

const factOf = (label: string, value: string, longestWord: Measured): Fact => ({
  label,
  value,
  measured: { label: measure([label], 'sans'), value: measure([value], 'sans') },
  longestWord,
})

/** Their height in type that is easy to read. */
const factsHeight = (
  facts: readonly Fact[],
): { readonly usual: number; readonly least: number } => ({
  usual: heightAt(facts, usual[0] ?? smallest),
  least: heightAt(facts, usual.at(-1) ?? smallest),
})

/** The facts at the largest size at which they fit. Values without end are cut; what is beyond the page is the `rest`. */
function setFacts(facts: readonly Fact[], height: number, alone: boolean) {
  const sizes = [...(alone ? largeFacts : []), ...usual]
  const fitting = sizes.filter((one) => heightAt(facts, one) <= height)
  const size = fitting.find((one) => areWhole(facts, one)) ?? fitting[0] ?? smallest
  const set = areWhole(facts, size) ? facts : facts.map((fact) => wrappedFact(fact, size))
  const shown = heightAt(set, size) <= height ? set : cut(set, size, height)
  return {
    height: heightAt(shown, size),
    rest: facts.slice(shown.length),
    facts: {
      size,
      inset: insetOf(size),
      labels: facts[0] ? labelWidth(facts[0], size) : 0,
      rows: shown.map(({ label, value }) => ({ label, value })),
    },
  }
}

const heightAt = (facts: readonly Fact[], size: number): number =>
  facts.reduce((sum, fact) => sum + factHeight(fact, size), 0)

const areWhole = (facts: readonly Fact[], size: number): boolean =>
  facts.every(
    (fact) =>
      keepsWords(fact.measured.label, labelWidth(fact, size), size) &&
      keepsWords(fact.measured.value, valueWidth(fact, size), size),
  )

const wrappedFact = (fact: Fact, size: number): Fact =>
  factOf(
    wrapped(fact.label, 'sans', labelWidth(fact, size), size),
    wrapped(fact.value, 'sans', valueWidth(fact, size), size),
    fact.longestWord,
  )

function factHeight(fact: Fact, size: number): number {
  const setting = { size, leading, gap: 0 }
  const [label, value] = [
    heightOf(fact.measured.label, labelWidth(fact, size), setting),
    heightOf(fact.measured.value, valueWidth(fact, size), setting),
  ]
  return Math.max(label, value) + 2 * insetOf(size)
}

function cut(facts: readonly Fact[], size: number, height: number): Fact[] {
  const setting = { size, leading, gap: 0 }
  const most = heightOf(
    measure([Array(mostLines).fill('x').join('\n')], 'sans'),
    factsWidth,
    setting,
  )
  const shown: Fact[] = []
  let left = height
  for (const { label, value, longestWord } of facts) {
    const isShort = (part: Measured) =>
      heightOf(part, valueWidth({ longestWord }, size), setting) <= most + 0.01
    const [short = ''] = shortened([value], 'sans', isShort)
    const fact = factOf(label, short, longestWord)
    left -= factHeight(fact, size)
    if (left < 0) break
    shown.push(fact)
  }
  return shown
}
