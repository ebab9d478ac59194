import { toFile } from './media-files.ts'

/** One picture of 64 × 64 points of one colour, as HEVC: how to decode it, and the data. Made with x265. */
interface Coded {
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
} as const satisfies Record<string, Coded>

type Tile = keyof typeof tiles

interface Heic {
  /** Side by side, row by row, as an iPhone stores pictures larger than 512 points. */
  readonly mosaic?: readonly (readonly Tile[])[]
  /** The visible size; all of the tiles by default. */
  readonly width?: number
  readonly height?: number
  /** Instead of side by side, the one tile lies in the corner of a white canvas: however large, that takes few bytes. */
  readonly canvas?: boolean
  /** Quarter turns to the left. */
  readonly turns?: number
  /** Left and right change places. */
  readonly mirrored?: boolean
  /** Beside the main picture: pictures of their own that come before it, and smaller ones of it after it. */
  readonly others?: readonly Tile[]
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

/** A HEIC put together by hand, since nothing from npm that is kept can write one. */
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
  const items: Item[] = others.map((tile) => coded(tile))
  const first = items.length + 1
  items.push(...mosaic.flat().map((tile) => ({ ...coded(tile), hidden: true })))
  const main = items.length + 1
  items.push({
    ...(canvas
      ? {
          type: 'iovl',
          data: Buffer.from([
            0,
            0,
            ...Buffer.alloc(8, 255),
            ...u16(width),
            ...u16(height),
            0,
            0,
            0,
            0,
          ]),
        }
      : {
          type: 'grid',
          data: Buffer.from([
            0,
            0,
            mosaic.length - 1,
            (mosaic[0]?.length ?? 1) - 1,
            ...u16(width),
            ...u16(height),
          ]),
        }),
    properties: [
      extent(width, height),
      ...(profile ? [box('colr', Buffer.from('prof'), profile)] : []),
      ...(turns ? [box('irot', Buffer.from([turns]))] : []),
      ...(mirrored ? [box('imir', Buffer.from([1]))] : []),
    ],
    refers: { as: 'dimg', to: Array.from({ length: main - first }, (_, index) => first + index) },
  })
  items.push(...thumbnails.map((tile) => ({ ...coded(tile), refers: { as: 'thmb', to: [main] } })))
  if (exif)
    items.push({
      type: 'Exif',
      data: Buffer.concat([Buffer.alloc(4), exif]),
      refers: { as: 'cdsc', to: [main] },
    })
  return toFile(assemble(items, main), 'IMG_0001.HEIC')
}

const coded = (tile: Tile): Item => ({
  type: 'hvc1',
  data: Buffer.from(tiles[tile].data, 'base64'),
  properties: [
    box('hvcC', Buffer.from(tiles[tile].settings, 'base64')),
    extent(tileSide, tileSide),
  ],
})

function assemble(items: readonly Item[], main: number): Buffer {
  const type = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic'))
  // Shared properties are stored once: readers take no more than a hundred.
  const properties = [
    ...new Map(
      items.flatMap((item) => item.properties ?? []).map((one) => [one.toString('hex'), one]),
    ),
  ]
  const numberOf = new Map(properties.map(([content], index) => [content, index + 1]))
  const described = items.flatMap(({ properties: own = [] }, index) =>
    // The upper bit marks it as essential: a reader that does not know it must not show the picture.
    own.length > 0
      ? [
          [
            ...u16(index + 1),
            own.length,
            ...own.flatMap((one) => u16(0x8000 + (numberOf.get(one.toString('hex')) ?? 0))),
          ],
        ]
      : [],
  )
  const meta = (mediaAt: number) => {
    let at = mediaAt
    const places = items.map(({ data }, index) => {
      const place = [...u16(index + 1), 0, 0, 0, 1, ...u32(at), ...u32(data.length)]
      at += data.length
      return place
    })
    return fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, Buffer.alloc(4), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, Buffer.from(u16(main))),
      fullBox('iloc', 0, Buffer.from([0x44, 0, ...u16(items.length), ...places.flat()])),
      fullBox('iinf', 0, Buffer.from(u16(items.length)), ...items.map(nameOf)),
      fullBox('iref', 0, ...items.flatMap(referenceOf)),
      box(
        'iprp',
        box('ipco', ...properties.map(([, one]) => one)),
        fullBox('ipma', 1, Buffer.from(u32(described.length)), Buffer.from(described.flat())),
      ),
    )
  }
  const mediaAt = type.length + meta(0).length + 8
  return Buffer.concat([type, meta(mediaAt), box('mdat', ...items.map(({ data }) => data))])
}

const nameOf = ({ type, hidden }: Item, index: number) =>
  fullBox(
    'infe',
    hidden ? 0x2000001 : 0x2000000,
    Buffer.from([...u16(index + 1), 0, 0]),
    Buffer.from(`${type}\0`),
  )

const referenceOf = ({ refers }: Item, index: number) =>
  refers
    ? [
        box(
          refers.as,
          Buffer.from([...u16(index + 1), ...u16(refers.to.length), ...refers.to.flatMap(u16)]),
        ),
      ]
    : []

const extent = (width: number, height: number) =>
  fullBox('ispe', 0, Buffer.from([...u32(width), ...u32(height)]))

const box = (type: string, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from(u32(8 + parts.reduce((sum, { length }) => sum + length, 0))),
    Buffer.from(type, 'latin1'),
    ...parts,
  ])

/** Version (the first byte) and flags come first. */
const fullBox = (type: string, versionAndFlags: number, ...parts: readonly Buffer[]): Buffer =>
  box(type, Buffer.from(u32(versionAndFlags)), ...parts)

const u16 = (value: number): number[] => [value >> 8, value & 0xff]
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)]
