import { type ImageRequest, isWithinLimits, limits, type Size } from './image-request.ts'

/** Of a tile, in pixels. */
const tileSide = 512

/** The factors by which a picture is made smaller until it fits into one tile. */
function scaleFactors({ width, height }: Size): number[] {
  const factors = [1]
  for (let factor = 2; Math.max(width, height) > (tileSide * factor) / 2; factor *= 2) factors.push(factor)
  return factors
}

const reduced = ({ width, height }: Size, factor: number): Size => ({
  width: Math.ceil(width / factor),
  height: Math.ceil(height / factor),
})

/** The whole picture at each of these factors, as far as it may be that large, the smallest first. */
export const sizesOf = (full: Size): Size[] =>
  scaleFactors(full)
    .map((factor) => reduced(full, factor))
    .filter(isWithinLimits)
    .reverse()

/** True for the tiles and sizes that the information names: only they are cached, so that odd sizes fill no disk. */
export function isNamed(request: ImageRequest, full: Size): boolean {
  const { region, width, height, rotation, mirrored, quality, format } = request
  if (rotation !== 0 || mirrored || quality !== 'default' || format === 'png') return false
  return scaleFactors(full).some((factor) => {
    const sized = reduced(region, factor)
    if (width !== sized.width || height !== sized.height) return false
    const step = tileSide * factor
    const isTileIn = (start: number, length: number, whole: number) =>
      start % step === 0 && length === Math.min(step, whole - start)
    const isWhole = region.width === full.width && region.height === full.height
    return (
      isWhole || (isTileIn(region.left, region.width, full.width) && isTileIn(region.top, region.height, full.height))
    )
  })
}

interface Described extends Size {
  /** Its address. */
  readonly id: string
  /** The address of its licence. */
  readonly rights: string | null
}

/** The Image Information of a picture. */
export const infoOf = ({ id, rights, ...full }: Described) => ({
  '@context': 'http://iiif.io/api/image/3/context.json',
  id,
  type: 'ImageService3',
  protocol: 'http://iiif.io/api/image',
  profile: 'level2',
  width: full.width,
  height: full.height,
  ...limits,
  sizes: sizesOf(full),
  tiles: [{ width: tileSide, scaleFactors: scaleFactors(full) }],
  ...(rights && { rights }),
  extraFormats: ['webp'],
  extraQualities: ['color', 'gray', 'bitonal'],
  extraFeatures: ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader'],
})
