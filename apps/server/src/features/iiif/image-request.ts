import type { Area, TileFormat, TileJob } from '../../adapters/images/tiles.ts'

/** The parameters of an image's address, as they were written. */
export interface WrittenRequest {
  readonly region: string
  readonly size: string
  readonly rotation: string
  /** Quality and format: 'default.jpg'. */
  readonly file: string
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** What a client asked for, in pixels. */
export interface ImageRequest extends Omit<TileJob, 'source'> {
  /** The parameters as the specification wants them written (section 4.8). */
  readonly canonical: string
  /** Whether they were written so; explicit pixels in place of `max` count, because viewers ask for their tiles so. */
  readonly isCanonical: boolean
}

/** Parameters that can't be served: 400, or 501 for what the specification knows and we don't do. */
class BadRequest extends Error {
  readonly statusCode: 400 | 501

  constructor(message: string, statusCode: 400 | 501 = 400) {
    super(message)
    this.statusCode = statusCode
  }
}

/** No picture is sent wider or higher: a larger one is fetched in tiles. */
export const maxSide = 2_400

const mimes: Record<TileFormat, string> = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' }

export const mimeOf = (format: TileFormat): string => mimes[format]

/** How large a picture is sent at most. */
export const maxSizeOf = (full: Size): Size => confined(full, maxSide)

/** Reads a request for a picture of this size. */
export function readRequest(written: WrittenRequest, full: Size): ImageRequest {
  const region = readRegion(written.region, full)
  const size = readSize(written.size, region)
  const { mirrored, rotation } = readRotation(written.rotation)
  const { quality, format } = readFile(written.file)

  const isFull = region.width === full.width && region.height === full.height
  const max = confined(region, maxSide)
  const exact = `${size.width},${size.height}`
  const turned = `${mirrored ? '!' : ''}${rotation}`
  const parts = (sized: string) =>
    [isFull ? 'full' : [region.left, region.top, region.width, region.height].join(','), sized, turned].join('/')
  const file = `${quality}.${format}`
  const canonical = `${parts(size.width === max.width && size.height === max.height ? 'max' : exact)}/${file}`
  const asked = `${written.region}/${written.size}/${written.rotation}/${written.file}`
  return {
    region,
    ...size,
    mirrored,
    rotation,
    quality,
    format,
    canonical,
    isCanonical: asked === canonical || asked === `${parts(exact)}/${file}`,
  }
}

const number = '(\\d+(?:\\.\\d*)?|\\.\\d+)'
const pixels = /^(\d+),(\d+),(\d+),(\d+)$/
const percents = new RegExp(`^pct:${number},${number},${number},${number}$`)

function readRegion(written: string, full: Size): Area {
  if (written === 'full') return { left: 0, top: 0, ...full }
  if (written === 'square') {
    const side = Math.min(full.width, full.height)
    const middle = (length: number) => Math.floor((length - side) / 2)
    return { left: middle(full.width), top: middle(full.height), width: side, height: side }
  }
  const [left, top, width, height] = numbersIn(written, full)
  if (left >= full.width || top >= full.height) throw new BadRequest('The region lies outside of the picture.')
  const region = {
    left,
    top,
    width: Math.min(width, full.width - left),
    height: Math.min(height, full.height - top),
  }
  if (region.width < 1 || region.height < 1) throw new BadRequest('The region is empty.')
  return region
}

function numbersIn(written: string, full: Size): [number, number, number, number] {
  const exact = pixels.exec(written)
  if (exact) return [Number(exact[1]), Number(exact[2]), Number(exact[3]), Number(exact[4])]
  const shares = percents.exec(written)
  if (!shares) throw new BadRequest('The region must be full, square, x,y,w,h or pct:x,y,w,h.')
  const of = (index: number, length: number) => Math.round((Number(shares[index]) * length) / 100)
  return [of(1, full.width), of(2, full.height), of(3, full.width), of(4, full.height)]
}

const sizes = /^(\^?)(?:(max)|pct:(\d+(?:\.\d*)?|\.\d+)|(!?)(\d*),(\d*))$/

function readSize(written: string, region: Size): Size {
  const [, up, max, share, box, w = '', h = ''] = sizes.exec(written) ?? []
  if (up === undefined || (!max && !share && !w && !h) || (box && !(w && h)))
    throw new BadRequest('The size must be max, w, or ,h or pct:n or w,h or !w,h.')
  // As large as it fits. A box larger than the region is refused, as IIIF’s validator has it (decision 042).
  if (max || box) {
    const within = box ? { width: Number(w), height: Number(h) } : { width: maxSide, height: maxSide }
    const scale = Math.min(...[within, { width: maxSide, height: maxSide }].map((limit) => scaleInto(region, limit)))
    if (scale > 1 && (up || box)) throw enlarged(up)
    return atLeastOne(scaled(region, Math.min(1, scale)))
  }
  const size = share
    ? scaled(region, Number(share) / 100)
    : {
        width: w ? Number(w) : Math.round((region.width * Number(h)) / region.height),
        height: h ? Number(h) : Math.round((region.height * Number(w)) / region.width),
      }
  atLeastOne(size)
  if (size.width > region.width || size.height > region.height) throw enlarged(up)
  if (size.width > maxSide || size.height > maxSide)
    throw new BadRequest(`No side may be longer than ${maxSide} pixels: please ask for tiles.`)
  return size
}

const scaleInto = (region: Size, { width, height }: Size) => Math.min(width / region.width, height / region.height)

function atLeastOne(size: Size): Size {
  if (size.width < 1 || size.height < 1) throw new BadRequest('The size must be one pixel at least.')
  return size
}

const enlarged = (up: string) =>
  up
    ? new BadRequest('Pictures are not enlarged.', 501)
    : new BadRequest('The size must not be larger than the region.')

const scaled = ({ width, height }: Size, scale: number): Size => ({
  width: Math.round(width * scale),
  height: Math.round(height * scale),
})

/** As large as it fits, and never enlarged. */
export function confined(region: Size, side: number): Size {
  const { width, height } = scaled(region, Math.min(1, side / region.width, side / region.height))
  return { width: Math.max(1, width), height: Math.max(1, height) }
}

const turns = new RegExp(`^(!?)${number}$`)

function readRotation(written: string): Pick<TileJob, 'mirrored' | 'rotation'> {
  const [, mark, degrees] = turns.exec(written) ?? []
  const rotation = ([0, 90, 180, 270] as const).find((one) => one === Number(degrees) % 360)
  if (degrees === undefined || Number(degrees) > 360 || rotation === undefined)
    throw new BadRequest('The rotation must be 0, 90, 180 or 270, with ! before it for a mirrored picture.')
  return { mirrored: mark === '!', rotation }
}

function readFile(written: string): Pick<TileJob, 'quality' | 'format'> {
  const [, asked, ending] = /^([a-z]+)\.([a-z]+)$/.exec(written) ?? []
  const quality = (['default', 'gray', 'bitonal'] as const).find(
    (one) => one === (asked === 'color' ? 'default' : asked),
  )
  const format = (Object.keys(mimes) as TileFormat[]).find((one) => one === ending)
  if (!quality) throw new BadRequest('The quality must be default, color, gray or bitonal.')
  if (!format) throw new BadRequest('The format must be jpg, png or webp.')
  return { quality, format }
}
