import { toFile } from './media-files.ts'

/** A picture of 64 × 64 pixels in one colour, coded as HEVC with x265. */
interface CodedTile {
  /** Decoder configuration, in Base64. */
  readonly settings: string
  readonly data: string
}

const eightBits =
  'AQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQA=='
const tenBits =
  'AQQIAAAAAAAAAAAAHvAA/P36+gAADwMgAAEAF0ABDAH//wQIAAADAJ24AAADAAAeugJAIQABACpCAQEECAAAAwCduAAAAwAAHqAggQTZbqSSmubgQEDAgAAAAwCAAAADAIQiAAEAB0QBwXKwIkA='

const tiles = {
  red: { settings: eightBits, data: 'AAAAGigBrwngIzaiP//70X3//tzHof61s5BT/xY+' },
  blue: { settings: eightBits, data: 'AAAAGigBrwngITl1X//+rHfvf8YDP/+0Fp0HMPX4' },
  /** Red 100, green 180, blue 60. */
  green: { settings: eightBits, data: 'AAAAGigBrw7gNIMByKvw7i//+HR3//WJqDWJm0/w' },
  deepRed: { settings: tenBits, data: 'AAAAGigBrwngITl7z//922f//4ELch/ZAGnQc3L/' },
} as const satisfies Record<string, CodedTile>

type Tile = keyof typeof tiles

interface Heic {
  /** Rows of tiles; iPhones store pictures larger than 512 pixels in this way. */
  readonly mosaic?: readonly (readonly Tile[])[]
  /** Visible width; by default that of all tiles. */
  readonly width?: number
  /** Visible height; by default that of all tiles. */
  readonly height?: number
  /** Places the tile in the corner of a white canvas, which takes few bytes at any size. */
  readonly canvas?: boolean
  /** Quarter turns to the left. */
  readonly turns?: number
  /** Mirrors left and right. */
  readonly mirrored?: boolean
  /** Separate pictures stored before the main picture. */
  readonly others?: readonly Tile[]
  /** Thumbnails of the main picture, stored after it. */
  readonly thumbnails?: readonly Tile[]
  readonly exif?: Buffer | undefined
  readonly profile?: Buffer | undefined
}

interface Item {
  readonly type: string
  readonly data: Buffer
  readonly properties?: readonly Buffer[]
  readonly refers?: { readonly as: string; readonly to: readonly number[] }
  readonly hidden?: boolean
}

const tileSide = 64

/** Assembles a HEIC file by hand, because no maintained npm package writes them. */
export function createHeicFile({
  mosaic = [['red', 'blue']],
  width = (mosaic[0]?.length ?? 1) * tileSide,
  height = mosaic.length * tileSide,
  turns = 0,
  mirrored = false,
  canvas = false,
  others = [],
  thumbnails = [],
  exif,
  profile,
}: Heic = {}): File {
  const items: Item[] = others.map((tile) => toCodedItem(tile))
  const first = items.length + 1
  items.push(...mosaic.flat().map((tile) => ({ ...toCodedItem(tile), hidden: true })))
  const main = items.length + 1
  const properties = [extent(width, height)]
  if (profile) properties.push(box('colr', Buffer.from('prof'), profile))
  if (turns) properties.push(box('irot', Buffer.from([turns])))
  if (mirrored) properties.push(box('imir', Buffer.from([1])))
  items.push({
    ...(canvas ? createOverlay({ width, height }) : createGrid({ mosaic, width, height })),
    properties,
    refers: { as: 'dimg', to: Array.from({ length: main - first }, (_, index) => first + index) },
  })
  items.push(
    ...thumbnails.map((tile) => ({ ...toCodedItem(tile), refers: { as: 'thmb', to: [main] } })),
  )
  if (exif)
    items.push({
      type: 'Exif',
      data: Buffer.concat([Buffer.alloc(4), exif]),
      refers: { as: 'cdsc', to: [main] },
    })
  return toFile(assemble(items, main), 'IMG_0001.HEIC')
}

/** A white canvas with the tile in its corner. */
const createOverlay = ({ width, height }: { width: number; height: number }) => ({
  type: 'iovl',
  data: Buffer.from([0, 0, ...Buffer.alloc(8, 255), ...u16(width), ...u16(height), 0, 0, 0, 0]),
})

function createGrid({
  mosaic,
  width,
  height,
}: Required<Pick<Heic, 'mosaic' | 'width' | 'height'>>) {
  const [rows, columns] = [mosaic.length, mosaic[0]?.length ?? 1]
  return {
    type: 'grid',
    data: Buffer.from([0, 0, rows - 1, columns - 1, ...u16(width), ...u16(height)]),
  }
}

const toCodedItem = (tile: Tile): Item => ({
  type: 'hvc1',
  data: Buffer.from(tiles[tile].data, 'base64'),
  properties: [
    box('hvcC', Buffer.from(tiles[tile].settings, 'base64')),
    extent(tileSide, tileSide),
  ],
})

function assemble(items: readonly Item[], main: number): Buffer {
  const type = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'))
  // Equal properties are stored once, because readers accept at most a hundred.
  const properties = [
    ...new Map(
      items
        .flatMap((item) => item.properties ?? [])
        .map((property) => [property.toString('hex'), property]),
    ),
  ]
  const numberByContent = new Map(properties.map(([content], index) => [content, index + 1]))
  const associations = items
    .map(({ properties: own = [] }, index) => ({ own, index }))
    .filter(({ own }) => own.length > 0)
    .map(({ own, index }) => {
      // The upper bit marks a property as essential: readers that do not know it must reject the
      // picture.
      const numbers = own.map((property) => numberByContent.get(property.toString('hex')) ?? 0)
      return [...u16(index + 1), own.length, ...numbers.flatMap((number) => u16(0x8000 + number))]
    })
  const metaBox = (mediaOffset: number) => {
    let offset = mediaOffset
    const locations = items.map(({ data }, index) => {
      const location = [...u16(index + 1), 0, 0, 0, 1, ...u32(offset), ...u32(data.length)]
      offset += data.length
      return location
    })
    return fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, Buffer.alloc(4), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, Buffer.from(u16(main))),
      fullBox('iloc', 0, Buffer.from([0x44, 0, ...u16(items.length), ...locations.flat()])),
      fullBox('iinf', 0, Buffer.from(u16(items.length)), ...items.map(infoBox)),
      fullBox('iref', 0, ...items.flatMap(referenceBoxes)),
      box(
        'iprp',
        box('ipco', ...properties.map(([, property]) => property)),
        fullBox('ipma', 1, Buffer.from(u32(associations.length)), Buffer.from(associations.flat())),
      ),
    )
  }
  const mediaOffset = type.length + metaBox(0).length + 8
  return Buffer.concat([type, metaBox(mediaOffset), box('mdat', ...items.map(({ data }) => data))])
}

const infoBox = ({ type, hidden }: Item, index: number) =>
  fullBox(
    'infe',
    hidden ? 0x2000001 : 0x2000000,
    Buffer.from([...u16(index + 1), 0, 0]),
    Buffer.from(`${type}\0`),
  )

function referenceBoxes({ refers }: Item, index: number): Buffer[] {
  if (!refers) return []
  const ids = [...u16(index + 1), ...u16(refers.to.length), ...refers.to.flatMap(u16)]
  return [box(refers.as, Buffer.from(ids))]
}

const extent = (width: number, height: number) =>
  fullBox('ispe', 0, Buffer.from([...u32(width), ...u32(height)]))

const box = (type: string, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from(u32(8 + parts.reduce((sum, { length }) => sum + length, 0))),
    Buffer.from(type, 'latin1'),
    ...parts,
  ])

/** A box that begins with its version (one byte) and flags. */
const fullBox = (type: string, versionAndFlags: number, ...parts: readonly Buffer[]): Buffer =>
  box(type, Buffer.from(u32(versionAndFlags)), ...parts)

const u16 = (value: number): number[] => [value >> 8, value & 0xff]
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)]
