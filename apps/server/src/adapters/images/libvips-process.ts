import { readFileSync } from 'node:fs'
import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import { serveJobs } from '../../base/job-program.ts'
import type { TileFormat, TileJob, VariantFormat, VariantSpec } from './images.ts'
import {
  getPictureFormat,
  hasMoreFramesThan,
  type PictureFormat,
  type PictureHeader,
  toPictureHeader,
} from './picture-format.ts'

// Tiles are too small to be shared among threads; several processes render them instead.
sharp.concurrency(1)
// No picture is decoded twice.
sharp.cache(false)

// For reading headers, and for pictures whose size was checked before.
const anySizeOptions = { limitInputPixels: false, failOn: 'error' } as const
const pyramidTileSize = 512
// TIFF requires sides of tiles to be multiples of this.
const tileSideStep = 16

const variantEncoders: Record<VariantFormat, (picture: Sharp, quality: number) => Sharp> = {
  // Effort 4 takes eight times as long and saves 5 % of the bytes.
  avif: (picture, quality) => picture.avif({ quality, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (picture, quality) => picture.webp({ quality, effort: 4 }),
  jpeg: (picture, quality) => picture.jpeg({ quality, progressive: true }),
}

const tileEncoders: Record<TileFormat, (picture: Sharp) => Sharp> = {
  jpg: (picture) => picture.jpeg({ quality: 84 }),
  png: (picture) => picture.png({ compressionLevel: 4 }),
  webp: (picture) => picture.webp({ quality: 80, effort: 2 }),
}

const qualities: Record<TileJob['quality'], (picture: Sharp) => Sharp> = {
  default: (picture) => picture,
  gray: (picture) => picture.toColourspace('b-w'),
  bitonal: (picture) => picture.threshold().toColourspace('b-w'),
}

const tasks = {
  /** Whether there are more frames or pages than `max`. */
  frames: ({ file, format, max }: { file: string; format: PictureFormat; max: number }): boolean =>
    hasMoreFramesThan(max, getPictureFormat(format).scanFrames?.(readFileSync(file)) ?? []),

  /** Reads only the header: a small file can decompress to more than the available memory. */
  measure: async ({ file }: { file: string }): Promise<PictureHeader> =>
    toPictureHeader(await sharp(file, anySizeOptions).metadata()),

  async prepare({
    file,
    specs,
    maxPixels,
  }: {
    file: string
    specs: readonly VariantSpec[]
    maxPixels: number
  }) {
    const longest = Math.max(...specs.map(({ longestSide }) => longestSide))
    const { data, info } = await decode(file, longest, maxPixels)
    const variants: Buffer[] = []
    for (const spec of specs) variants.push(await makeVariant(data, info, spec))
    return variants
  },

  /** A difference hash: for each of 8 × 8 cells, whether it is darker than its right neighbour. */
  async likeness({ picture }: { picture: Buffer }): Promise<string> {
    const [columns, rows] = [8, 8]
    const resized = sharp(picture)
      .greyscale()
      .resize(columns + 1, rows, { fit: 'fill' })
    const grey = await resized.raw().toBuffer()
    let hash = ''
    for (let row = 0; row < rows; row++) {
      const line = grey.subarray(row * (columns + 1), (row + 1) * (columns + 1))
      const bits = Array.from({ length: columns }, (_, column) =>
        (line[column] ?? 0) < (line[column + 1] ?? 0) ? '1' : '0',
      )
      // Eight bits are two hex digits.
      hash += Number.parseInt(bits.join(''), 2).toString(16).padStart(2, '0')
    }
    return hash
  },

  async pyramid({ original, target }: { original: string; target: string }): Promise<void> {
    const { width, height } = await sharp(original, anySizeOptions).metadata()
    // A file with tiles much larger than the picture is taken for a damaged one.
    const sufficientSide = tileSideStep * Math.ceil(Math.max(width, height) / tileSideStep)
    const side = Math.min(pyramidTileSize, sufficientSide)
    await normalise(sharp(original, anySizeOptions))
      .tiff({
        compression: 'jpeg',
        quality: 90,
        tile: true,
        tileWidth: side,
        tileHeight: side,
        pyramid: true,
      })
      .toFile(target)
  },

  async tile(job: TileJob): Promise<Buffer> {
    const { source, width, height, mirrored, rotation, quality, format } = job
    // The library caches open files by name: a file that was replaced would still be the old one.
    if (job.isSourceReplaced) sharp.cache(false)
    // The next tile is often read from the same file.
    sharp.cache(true)
    try {
      const regionImage =
        typeof source === 'string' ? await readPyramid(source, job) : sharp(source, anySizeOptions)
      const sized = regionImage.resize(width, height, { fit: 'fill' }).flop(mirrored)
      return await tileEncoders[format](
        qualities[quality](rotation ? sized.rotate(rotation) : sized),
      ).toBuffer()
    } catch (error) {
      // The library caches open files by name: a damaged file would outlive its replacement.
      sharp.cache(false)
      throw error
    }
  },
}

export type PictureTasks = typeof tasks

serveJobs(tasks)

/**
 * Rotates a picture upright, converts it to sRGB without metadata, and puts it on white where it is
 * transparent.
 */
const normalise = (picture: Sharp): Sharp =>
  picture.autoOrient().flatten({ background: '#fff' }).toColourspace('srgb')

const decode = (file: string, longestSide: number, maxPixels: number) =>
  normalise(
    sharp(file, { failOn: 'error', limitInputPixels: maxPixels }).resize(fitInside(longestSide)),
  )
    .raw()
    .toBuffer({ resolveWithObject: true })

function makeVariant(
  pixels: Buffer,
  { width, height, channels }: OutputInfo,
  spec: VariantSpec,
): Promise<Buffer> {
  const picture = sharp(pixels, { raw: { width, height, channels } }).resize(
    fitInside(spec.longestSide),
  )
  return variantEncoders[spec.format](picture, spec.quality).toBuffer()
}

const fitInside = (side: number): ResizeOptions => ({
  width: side,
  height: side,
  fit: 'inside',
  withoutEnlargement: true,
})

/** Reads a region from the smallest scale that still has enough pixels. */
async function readPyramid(file: string, { region, width, height }: TileJob): Promise<Sharp> {
  const { pages = 1 } = await sharp(file, anySizeOptions).metadata()
  // Each page is a scale with half the width and height of the one before, rounded down.
  const hasEnoughPixels = (factor: number) =>
    Math.ceil(region.width / factor) >= width && Math.ceil(region.height / factor) >= height
  let page = 0
  while (page + 1 < pages && hasEnoughPixels(2 ** (page + 1))) page++
  const factor = 2 ** page

  const scaled = sharp(file, { ...anySizeOptions, page })
  const { width: scaledWidth, height: scaledHeight } = await scaled.metadata()
  const toScaledRange = (start: number, length: number, scaledLength: number) => {
    const scaledStart = Math.min(Math.floor(start / factor), scaledLength - 1)
    const scaledEnd = Math.min(Math.ceil((start + length) / factor), scaledLength)
    return { start: scaledStart, length: scaledEnd - scaledStart }
  }
  const horizontal = toScaledRange(region.left, region.width, scaledWidth)
  const vertical = toScaledRange(region.top, region.height, scaledHeight)
  return scaled.extract({
    left: horizontal.start,
    top: vertical.start,
    width: horizontal.length,
    height: vertical.length,
  })
}
