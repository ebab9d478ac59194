import type { Area, TileFormat, TileJob } from '../../adapters/images/images.ts'

/** The parameters of an image's address, as written. */
export interface RawImageRequest {
  readonly region: string
  readonly size: string
  readonly rotation: string
  /** Quality and format: 'default.jpg'. */
  readonly file: string
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** A request of the Image API, in pixels. */
export interface ImageRequest extends Omit<TileJob, 'source'> {
  /** The parameters as the specification wants them written (section 4.8). */
  readonly canonical: string
  /** Whether they were written so; explicit pixels instead of `max` count as well, because viewers request tiles like that. */
  readonly isCanonical: boolean
}

/** Parameters that can't be served: 400, or 501 for optional features of the specification. */
class BadRequest extends Error {
  readonly statusCode: 400 | 501

  constructor(message: string, statusCode: 400 | 501 = 400) {
    super(message)
    this.statusCode = statusCode
  }
}

/** No image has longer sides or more pixels: a larger one is fetched in tiles. */
export const sizeLimits = { maxWidth: 2_400, maxHeight: 2_400, maxArea: 1_600 * 1_600 }

const mimes: Record<TileFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

export const toMimeType = (format: TileFormat): string => mimes[format]

export const isWithinLimits = ({ width, height }: ImageSize): boolean =>
  width <= sizeLimits.maxWidth &&
  height <= sizeLimits.maxHeight &&
  width * height <= sizeLimits.maxArea

const scaleToLimits = ({ width, height }: ImageSize): number =>
  Math.min(
    sizeLimits.maxWidth / width,
    sizeLimits.maxHeight / height,
    Math.sqrt(sizeLimits.maxArea / (width * height)),
  )

/** The largest size in which a region is sent. */
export const maxServedSize = (region: ImageSize): ImageSize =>
  scaled(region, Math.min(1, scaleToLimits(region)), Math.floor)

/** Reads a request for a picture of this size. */
export function parseImageRequest(written: RawImageRequest, full: ImageSize): ImageRequest {
  const region = readRegion(written.region, full)
  const size = readSize(written.size, region)
  const { mirrored, rotation } = readRotation(written.rotation)
  const { quality, format } = readFile(written.file)

  const isFull = region.width === full.width && region.height === full.height
  const max = maxServedSize(region)
  const exact = `${size.width},${size.height}`
  const turned = `${mirrored ? '!' : ''}${rotation}`
  const parts = (sized: string) =>
    [
      isFull ? 'full' : [region.left, region.top, region.width, region.height].join(','),
      sized,
      turned,
    ].join('/')
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

function readRegion(written: string, full: ImageSize): Area {
  if (written === 'full') return { left: 0, top: 0, ...full }
  if (written === 'square') {
    const side = Math.min(full.width, full.height)
    const middle = (length: number) => Math.floor((length - side) / 2)
    return { left: middle(full.width), top: middle(full.height), width: side, height: side }
  }
  const [left, top, width, height] = numbersIn(written, full)
  if (left >= full.width || top >= full.height)
    throw new BadRequest('The region lies outside of the picture.')
  const region = {
    left,
    top,
    width: Math.min(width, full.width - left),
    height: Math.min(height, full.height - top),
  }
  if (region.width < 1 || region.height < 1) throw new BadRequest('The region is empty.')
  return region
}

function numbersIn(written: string, full: ImageSize): [number, number, number, number] {
  const exact = pixels.exec(written)
  if (exact) return [Number(exact[1]), Number(exact[2]), Number(exact[3]), Number(exact[4])]
  const shares = percents.exec(written)
  if (!shares) throw new BadRequest('The region must be full, square, x,y,w,h or pct:x,y,w,h.')
  const of = (index: number, length: number) => Math.round((Number(shares[index]) * length) / 100)
  return [of(1, full.width), of(2, full.height), of(3, full.width), of(4, full.height)]
}

const sizes = /^(\^?)(?:(max)|pct:(\d+(?:\.\d*)?|\.\d+)|(!?)(\d*),(\d*))$/

function readSize(written: string, region: ImageSize): ImageSize {
  const [, up, max, share, box, w = '', h = ''] = sizes.exec(written) ?? []
  if (up === undefined || (!max && !share && !w && !h) || (box && !(w && h)))
    throw new BadRequest('The size must be max, w, or ,h or pct:n or w,h or !w,h.')
  if ([share, w, h].some((given) => given && Number(given) === 0))
    throw new BadRequest('The size must be one pixel at least.')
  // As large as it fits. A box larger than the region is rejected, as IIIF’s validator has it (decision 027).
  if (max || box) {
    const scale = Math.min(
      scaleToLimits(region),
      box ? scaleInto(region, { width: Number(w), height: Number(h) }) : Infinity,
    )
    if (scale > 1 && (up || box)) throw enlarged(up)
    const size = scaled(region, scale)
    return box && isWithinLimits(size) ? size : maxServedSize(region)
  }
  const size = share
    ? scaled(region, Number(share) / 100)
    : {
        width: w ? Number(w) : scaledSide(region.width, Number(h) / region.height),
        height: h ? Number(h) : scaledSide(region.height, Number(w) / region.width),
      }
  if (size.width > region.width || size.height > region.height) throw enlarged(up)
  if (!isWithinLimits(size))
    throw new BadRequest('This image is too large to send. Please request tiles.')
  return size
}

const scaleInto = (region: ImageSize, { width, height }: ImageSize) =>
  Math.min(width / region.width, height / region.height)

const enlarged = (up: string) =>
  up
    ? new BadRequest('Pictures are not enlarged.', 501)
    : new BadRequest('The size must not be larger than the region.')

/** A side of a thin picture keeps one pixel. */
const scaledSide = (length: number, scale: number, round = Math.round) =>
  Math.max(1, round(length * scale))

const scaled = ({ width, height }: ImageSize, scale: number, round = Math.round): ImageSize => ({
  width: scaledSide(width, scale, round),
  height: scaledSide(height, scale, round),
})

/** As large as it fits, and never enlarged. */
export const fitWithin = (region: ImageSize, side: number): ImageSize =>
  scaled(region, Math.min(1, side / region.width, side / region.height))

const turns = new RegExp(`^(!?)${number}$`)

function readRotation(written: string): Pick<TileJob, 'mirrored' | 'rotation'> {
  const [, mark, degrees] = turns.exec(written) ?? []
  const rotation = ([0, 90, 180, 270] as const).find((one) => one === Number(degrees) % 360)
  if (degrees === undefined || Number(degrees) > 360 || rotation === undefined)
    throw new BadRequest(
      'The rotation must be 0, 90, 180 or 270, with ! before it for a mirrored picture.',
    )
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
