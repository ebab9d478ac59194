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
  /** A reference to other items, with its type, such as `thmb` for a thumbnail. */
  readonly reference?: { readonly type: string; readonly itemIds: readonly number[] }
  readonly hidden?: boolean
}

const tileSide = 64
/** Each box begins with its length and type, of four bytes each. */
const boxHeaderBytes = 8

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
  const firstTileId = items.length + 1
  items.push(...mosaic.flat().map((tile) => ({ ...toCodedItem(tile), hidden: true })))
  const mainId = items.length + 1
  const properties = [createExtent(width, height)]
  if (profile) properties.push(createBox('colr', Buffer.from('prof'), profile))
  if (turns) properties.push(createBox('irot', Buffer.from([turns])))
  if (mirrored) properties.push(createBox('imir', Buffer.from([1])))
  items.push({
    ...(canvas ? createOverlay({ width, height }) : createGrid({ mosaic, width, height })),
    properties,
    reference: {
      type: 'dimg',
      itemIds: Array.from({ length: mainId - firstTileId }, (_, index) => firstTileId + index),
    },
  })
  items.push(
    ...thumbnails.map((tile) => ({
      ...toCodedItem(tile),
      reference: { type: 'thmb', itemIds: [mainId] },
    })),
  )
  if (exif)
    items.push({
      type: 'Exif',
      // Four bytes with the offset of the EXIF header, which follows at once.
      data: Buffer.concat([Buffer.alloc(4), exif]),
      reference: { type: 'cdsc', itemIds: [mainId] },
    })
  return toFile(assemble(items, mainId), 'IMG_0001.HEIC')
}

/** Creates a white canvas with the tile in its corner. */
function createOverlay({ width, height }: { width: number; height: number }) {
  const versionAndFlags = [0, 0]
  const white = Buffer.alloc(8, 255)
  const tilePosition = [...toBytes16(0), ...toBytes16(0)]
  const size = [...toBytes16(width), ...toBytes16(height)]
  return {
    type: 'iovl',
    data: Buffer.from([...versionAndFlags, ...white, ...size, ...tilePosition]),
  }
}

function createGrid({
  mosaic,
  width,
  height,
}: Required<Pick<Heic, 'mosaic' | 'width' | 'height'>>) {
  const [rows, columns] = [mosaic.length, mosaic[0]?.length ?? 1]
  const versionAndFlags = [0, 0]
  return {
    type: 'grid',
    // The numbers of rows and columns are stored less one.
    data: Buffer.from([
      ...versionAndFlags,
      rows - 1,
      columns - 1,
      ...toBytes16(width),
      ...toBytes16(height),
    ]),
  }
}

const toCodedItem = (tile: Tile): Item => ({
  type: 'hvc1',
  data: Buffer.from(tiles[tile].data, 'base64'),
  properties: [
    createBox('hvcC', Buffer.from(tiles[tile].settings, 'base64')),
    createExtent(tileSide, tileSide),
  ],
})

/** Numbers items from 1, in their order, and stores their data after the description of all. */
function assemble(items: readonly Item[], mainId: number): Buffer {
  const fileType = createBox('ftyp', Buffer.from('heic\0\0\0\0mif1heic'))
  // The length of the description does not depend on the offset in it.
  const dataStart = fileType.length + createMetaBox(items, mainId, 0).length + boxHeaderBytes
  return Buffer.concat([
    fileType,
    createMetaBox(items, mainId, dataStart),
    createBox('mdat', ...items.map(({ data }) => data)),
  ])
}

const createMetaBox = (items: readonly Item[], mainId: number, dataStart: number): Buffer =>
  createFullBox(
    'meta',
    0,
    createFullBox('hdlr', 0, Buffer.alloc(4), Buffer.from('pict'), Buffer.alloc(13)),
    createFullBox('pitm', 0, Buffer.from(toBytes16(mainId))),
    createLocationBox(items, dataStart),
    createFullBox('iinf', 0, Buffer.from(toBytes16(items.length)), ...items.map(createInfoBox)),
    createFullBox('iref', 0, ...items.flatMap(createReferenceBoxes)),
    createPropertyBox(items),
  )

function createLocationBox(items: readonly Item[], dataStart: number): Buffer {
  // Offsets and lengths take four bytes each.
  const fieldSizes = [0x44, 0]
  const locations: number[] = []
  let offset = dataStart
  for (const [index, { data }] of items.entries()) {
    const extentCount = [0, 1]
    locations.push(...toBytes16(index + 1), 0, 0, ...extentCount)
    locations.push(...toBytes32(offset), ...toBytes32(data.length))
    offset += data.length
  }
  const content = [...fieldSizes, ...toBytes16(items.length), ...locations]
  return createFullBox('iloc', 0, Buffer.from(content))
}

const essentialBit = 0x8000

function createPropertyBox(items: readonly Item[]): Buffer {
  // Equal properties are stored once, because readers accept at most a hundred.
  const properties = new Map<string, Buffer>()
  for (const property of items.flatMap((item) => item.properties ?? []))
    properties.set(property.toString('hex'), property)
  const numberByContent = new Map([...properties.keys()].map((key, index) => [key, index + 1]))

  const associations: number[][] = []
  for (const [index, { properties: itemProperties = [] }] of items.entries()) {
    if (itemProperties.length === 0) continue
    const numbers = itemProperties.map(
      (property) => numberByContent.get(property.toString('hex')) ?? 0,
    )
    // The upper bit marks a property as essential: readers that do not know it must reject the
    // picture.
    const essential = numbers.flatMap((number) => toBytes16(essentialBit + number))
    associations.push([...toBytes16(index + 1), itemProperties.length, ...essential])
  }
  const content = [...toBytes32(associations.length), ...associations.flat()]
  return createBox(
    'iprp',
    createBox('ipco', ...properties.values()),
    createFullBox('ipma', 1, Buffer.from(content)),
  )
}

const createInfoBox = ({ type, hidden }: Item, index: number) =>
  createFullBox(
    'infe',
    // Version 2; the flag hides the item.
    hidden ? 0x2000001 : 0x2000000,
    Buffer.from([...toBytes16(index + 1), 0, 0]),
    Buffer.from(`${type}\0`),
  )

function createReferenceBoxes({ reference }: Item, index: number): Buffer[] {
  if (!reference) return []
  const { type, itemIds } = reference
  const content = [
    ...toBytes16(index + 1),
    ...toBytes16(itemIds.length),
    ...itemIds.flatMap(toBytes16),
  ]
  return [createBox(type, Buffer.from(content))]
}

const createExtent = (width: number, height: number) =>
  createFullBox('ispe', 0, Buffer.from([...toBytes32(width), ...toBytes32(height)]))

const createBox = (type: string, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from(toBytes32(boxHeaderBytes + parts.reduce((sum, { length }) => sum + length, 0))),
    Buffer.from(type, 'latin1'),
    ...parts,
  ])

/** Creates a box that begins with its version (one byte) and flags. */
const createFullBox = (
  type: string,
  versionAndFlags: number,
  ...parts: readonly Buffer[]
): Buffer => createBox(type, Buffer.from(toBytes32(versionAndFlags)), ...parts)

const toBytes16 = (value: number): number[] => [value >> 8, value & 0xff]
const toBytes32 = (value: number): number[] => [
  ...toBytes16(value >>> 16),
  ...toBytes16(value & 0xffff),
]
