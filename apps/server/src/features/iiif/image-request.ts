import type { PictureArea, TileFormat, TileJob } from '../../adapters/images/images.ts'

/** The unparsed parameters of an image's address. */
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

/** A parsed request of the Image API, in pixels. */
export interface ImageRequest extends Omit<TileJob, 'source'> {
  /** The parameters in canonical form (Image API 3.0, section 4.8). */
  readonly canonical: string
  /** Whether the request is canonical, or has pixels instead of `max`, as viewers request tiles. */
  readonly isCanonical: boolean
}

/** Invalid parameters: 400, or 501 for optional features of the specification. */
class BadImageRequestError extends Error {
  readonly statusCode: 400 | 501

  constructor(message: string, statusCode: 400 | 501 = 400) {
    super(message)
    this.statusCode = statusCode
  }
}

/** Maximum size of one response; larger images are fetched in tiles. */
export const sizeLimits = { maxWidth: 2_400, maxHeight: 2_400, maxArea: 1_600 * 1_600 }

const mimeTypes: Record<TileFormat, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

export const toMimeType = (format: TileFormat): string => mimeTypes[format]

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

/** The largest size in which a region is served. */
export const getMaxServedSize = (region: ImageSize): ImageSize =>
  scaleSize(region, Math.min(1, scaleToLimits(region)), Math.floor)

/** Parses the parameters of a request; `full` is the size of the picture. */
export function parseImageRequest(raw: RawImageRequest, full: ImageSize): ImageRequest {
  const region = parseRegion(raw.region, full)
  const size = parseSize(raw.size, region)
  const { mirrored, rotation } = parseRotation(raw.rotation)
  const { quality, format } = parseFile(raw.file)

  const isFull = region.width === full.width && region.height === full.height
  const max = getMaxServedSize(region)
  const exactSize = `${size.width},${size.height}`
  const rotationText = `${mirrored ? '!' : ''}${rotation}`
  const formatPath = (sizeText: string) =>
    [
      isFull ? 'full' : [region.left, region.top, region.width, region.height].join(','),
      sizeText,
      rotationText,
    ].join('/')
  const file = `${quality}.${format}`
  const isMax = size.width === max.width && size.height === max.height
  const canonical = `${formatPath(isMax ? 'max' : exactSize)}/${file}`
  const requested = `${raw.region}/${raw.size}/${raw.rotation}/${raw.file}`
  return {
    region,
    ...size,
    mirrored,
    rotation,
    quality,
    format,
    canonical,
    isCanonical: requested === canonical || requested === `${formatPath(exactSize)}/${file}`,
  }
}

/** Source of a pattern for '5', '5.5', '5.' and '.5', but not for '-5' or '5e1'. */
const decimal = '(\\d+(?:\\.\\d*)?|\\.\\d+)'
const pixelRegion = /^(\d+),(\d+),(\d+),(\d+)$/
const percentRegion = new RegExp(`^pct:${decimal},${decimal},${decimal},${decimal}$`)

function parseRegion(raw: string, full: ImageSize): PictureArea {
  if (raw === 'full') return { left: 0, top: 0, ...full }
  if (raw === 'square') {
    const side = Math.min(full.width, full.height)
    const toMiddle = (length: number) => Math.floor((length - side) / 2)
    return { left: toMiddle(full.width), top: toMiddle(full.height), width: side, height: side }
  }
  const [left, top, width, height] = parseRegionNumbers(raw, full)
  if (left >= full.width || top >= full.height)
    throw new BadImageRequestError('The region lies outside of the picture.')
  const region = {
    left,
    top,
    width: Math.min(width, full.width - left),
    height: Math.min(height, full.height - top),
  }
  if (region.width < 1 || region.height < 1) throw new BadImageRequestError('The region is empty.')
  return region
}

function parseRegionNumbers(raw: string, full: ImageSize): [number, number, number, number] {
  const exact = pixelRegion.exec(raw)
  if (exact) return [Number(exact[1]), Number(exact[2]), Number(exact[3]), Number(exact[4])]
  const percentages = percentRegion.exec(raw)
  if (!percentages)
    throw new BadImageRequestError('The region must be full, square, x,y,w,h or pct:x,y,w,h.')
  const toPixels = (index: number, length: number) =>
    Math.round((Number(percentages[index]) * length) / 100)
  return [
    toPixels(1, full.width),
    toPixels(2, full.height),
    toPixels(3, full.width),
    toPixels(4, full.height),
  ]
}

/** 'max', 'pct:n', 'w,h', 'w,', ',h' or '!w,h'; ^ before each allows to enlarge the region. */
const sizePattern = new RegExp(`^(\\^?)(?:(max)|pct:${decimal}|(!?)(\\d*),(\\d*))$`)

function parseSize(raw: string, region: ImageSize): ImageSize {
  const [, enlargePrefix, max, percentage, fitPrefix, width = '', height = ''] =
    sizePattern.exec(raw) ?? []
  const isUnknownForm = enlargePrefix === undefined
  const isEmpty = !max && !percentage && !width && !height
  const isHalfBox = fitPrefix && !(width && height)
  if (isUnknownForm || isEmpty || isHalfBox)
    throw new BadImageRequestError('The size must be max, w, or ,h or pct:n or w,h or !w,h.')
  if ([percentage, width, height].some((value) => value && Number(value) === 0))
    throw new BadImageRequestError('The size must be one pixel at least.')

  const mayEnlarge = enlargePrefix === '^'
  if (max) {
    if (mayEnlarge && scaleToLimits(region) > 1) throw createEnlargementError(mayEnlarge)
    return getMaxServedSize(region)
  }
  if (fitPrefix)
    return fitIntoBox(region, { width: Number(width), height: Number(height) }, mayEnlarge)

  const size = percentage
    ? scaleSize(region, Number(percentage) / 100)
    : {
        width: width ? Number(width) : scaleSide(region.width, Number(height) / region.height),
        height: height ? Number(height) : scaleSide(region.height, Number(width) / region.width),
      }
  if (size.width > region.width || size.height > region.height)
    throw createEnlargementError(mayEnlarge)
  if (!isWithinLimits(size))
    throw new BadImageRequestError('This image is too large to send. Please request tiles.')
  return size
}

/**
 * Scales a region to fit into a box. Rejects a box larger than the region, as IIIF’s validator
 * demands (decision 009).
 */
function fitIntoBox(region: ImageSize, box: ImageSize, mayEnlarge: boolean): ImageSize {
  const scaleToBox = Math.min(box.width / region.width, box.height / region.height)
  const scale = Math.min(scaleToLimits(region), scaleToBox)
  if (scale > 1) throw createEnlargementError(mayEnlarge)
  const size = scaleSize(region, scale)
  return isWithinLimits(size) ? size : getMaxServedSize(region)
}

/** 501 for a size that asks to enlarge (^), which is optional in the specification; else 400. */
const createEnlargementError = (mayEnlarge: boolean) =>
  mayEnlarge
    ? new BadImageRequestError('Pictures are not enlarged.', 501)
    : new BadImageRequestError('The size must not be larger than the region.')

/** At least one pixel, also for the short side of a thin picture. */
const scaleSide = (length: number, scale: number, round = Math.round) =>
  Math.max(1, round(length * scale))

const scaleSize = ({ width, height }: ImageSize, scale: number, round = Math.round): ImageSize => ({
  width: scaleSide(width, scale, round),
  height: scaleSide(height, scale, round),
})

/** Scales a region down until its longer side fits; never enlarges it. */
export const fitWithin = (region: ImageSize, maxSide: number): ImageSize =>
  scaleSize(region, Math.min(1, maxSide / region.width, maxSide / region.height))

/** '90' or '!90': degrees, with ! for a mirrored picture. */
const rotationPattern = new RegExp(`^(!?)${decimal}$`)

function parseRotation(raw: string): Pick<TileJob, 'mirrored' | 'rotation'> {
  const [, mirrorPrefix, degrees] = rotationPattern.exec(raw) ?? []
  const rotation = ([0, 90, 180, 270] as const).find((known) => known === Number(degrees) % 360)
  if (degrees === undefined || Number(degrees) > 360 || rotation === undefined)
    throw new BadImageRequestError(
      'The rotation must be 0, 90, 180 or 270, with ! before it for a mirrored picture.',
    )
  return { mirrored: mirrorPrefix === '!', rotation }
}

/** 'default.jpg': quality and format. */
const filePattern = /^([a-z]+)\.([a-z]+)$/

function parseFile(raw: string): Pick<TileJob, 'quality' | 'format'> {
  const [, qualityName, extension] = filePattern.exec(raw) ?? []
  const requestedQuality = qualityName === 'color' ? 'default' : qualityName
  const quality = (['default', 'gray', 'bitonal'] as const).find(
    (known) => known === requestedQuality,
  )
  const format = (Object.keys(mimeTypes) as TileFormat[]).find((known) => known === extension)
  if (!quality)
    throw new BadImageRequestError('The quality must be default, color, gray or bitonal.')
  if (!format) throw new BadImageRequestError('The format must be jpg, png or webp.')
  return { quality, format }
}
