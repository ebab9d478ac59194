import { readFileSync } from 'node:fs'
import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import { raiseOomScore } from '../../base/child-process.ts'
import { areMoreThan } from './frames.ts'
import type { VariantFormat, VariantSpec } from './images.ts'
import type { Answer, JobName, Jobs, Request, Results } from './libvips.ts'
import { headerOf, pictureFormat } from './picture-format.ts'
import type { TileFormat, TileJob } from './tiles.ts'

raiseOomScore()
// The server is gone.
process.on('disconnect', () => process.exit(1))
// A tile is too small to be shared between threads; several tiles are made at once instead.
sharp.concurrency(1)

const anySize = { limitInputPixels: false, failOn: 'error' } as const
const pyramidTile = 512

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

const work: { readonly [Name in JobName]: (job: Jobs[Name]) => Promise<Results[Name]> } = {
  frames: async ({ file, format, max }) => areMoreThan(max, pictureFormat(format).frames?.(readFileSync(file)) ?? []),

  /** Reads only the header: a small file can decompress to more than the available memory. */
  measure: async ({ file }) => headerOf(await sharp(file, anySize).metadata()),

  async prepare({ file, specs, maxPixels }) {
    const longest = Math.max(...specs.map(({ longestSide }) => longestSide))
    const { data, info } = await decode(file, longest, maxPixels)
    const variants: Uint8Array[] = []
    for (const spec of specs) variants.push(await makeVariant(data, info, spec))
    return variants
  },

  /** A difference hash: whether each of 8 × 8 places is darker than the one to its right. */
  async likeness({ picture }) {
    const [columns, rows] = [8, 8]
    const resized = sharp(picture)
      .greyscale()
      .resize(columns + 1, rows, { fit: 'fill' })
    const grey = await resized.raw().toBuffer()
    return Array.from({ length: rows }, (_, row) => {
      const line = grey.subarray(row * (columns + 1), (row + 1) * (columns + 1))
      const bits = Array.from({ length: columns }, (__, column) =>
        (line[column] ?? 0) < (line[column + 1] ?? 0) ? '1' : '0',
      )
      return Number.parseInt(bits.join(''), 2).toString(16).padStart(2, '0')
    }).join('')
  },

  async pyramid({ original, target }) {
    const { width, height } = await sharp(original, anySize).metadata()
    // Tiles that are many times as large as the picture are taken for a damaged file. Their sides are multiples of 16.
    const side = Math.min(pyramidTile, 16 * Math.ceil(Math.max(width, height) / 16))
    await upright(sharp(original, anySize))
      .tiff({ compression: 'jpeg', quality: 90, tile: true, tileWidth: side, tileHeight: side, pyramid: true })
      .toFile(target)
  },

  async tile(job) {
    const { source, width, height, mirrored, rotation, quality, format } = job
    const cut = typeof source === 'string' ? await readPyramid(source, job) : sharp(source, anySize)
    const sized = cut.resize(width, height, { fit: 'fill' }).flop(mirrored)
    return tileEncoders[format](qualities[quality](rotation ? sized.rotate(rotation) : sized)).toBuffer()
  },
}

process.on('message', async ({ id, name, job }: Request) => process.send?.(await answerTo(id, name, job)))

async function answerTo<Name extends JobName>(id: number, name: Name, job: Jobs[Name]): Promise<Answer> {
  try {
    return { id, result: await work[name](job) }
  } catch (error) {
    // The library keeps files open by their names: one that is damaged would outlive its replacement.
    forget()
    return { id, problem: (error as Error).message }
  } finally {
    // Of a tile's file the next tile is made; no whole picture is decoded twice.
    if (name !== 'tile') forget()
  }
}

function forget(): void {
  sharp.cache(false)
  sharp.cache(true)
}

/** As people see it, in the screen's colours, on white where it was transparent, and without its metadata. */
const upright = (picture: Sharp): Sharp => picture.autoOrient().flatten({ background: '#fff' }).toColourspace('srgb')

const decode = (file: string, longestSide: number, maxPixels: number) =>
  upright(sharp(file, { failOn: 'error', limitInputPixels: maxPixels }).resize(fitting(longestSide)))
    .raw()
    .toBuffer({ resolveWithObject: true })

function makeVariant(pixels: Buffer, { width, height, channels }: OutputInfo, spec: VariantSpec): Promise<Buffer> {
  const picture = sharp(pixels, { raw: { width, height, channels } }).resize(fitting(spec.longestSide))
  return variantEncoders[spec.format](picture, spec.quality).toBuffer()
}

const fitting = (side: number): ResizeOptions => ({
  width: side,
  height: side,
  fit: 'inside',
  withoutEnlargement: true,
})

/** The region in the smallest of the scales that still has enough pixels. */
async function readPyramid(file: string, { region, width, height }: TileJob): Promise<Sharp> {
  const { pages = 1 } = await sharp(file, anySize).metadata()
  let page = 0
  const isEnough = (factor: number) =>
    Math.ceil(region.width / factor) >= width && Math.ceil(region.height / factor) >= height
  while (page + 1 < pages && isEnough(2 ** (page + 1))) page++
  const factor = 2 ** page
  const scale = sharp(file, { ...anySize, page })
  // Each scale has half the pixels of the one before, rounded down.
  const { width: wide, height: high } = await scale.metadata()
  const part = (start: number, length: number, end: number) => {
    const from = Math.min(Math.floor(start / factor), end - 1)
    return { from, length: Math.min(end, Math.ceil((start + length) / factor)) - from }
  }
  const [across, down] = [part(region.left, region.width, wide), part(region.top, region.height, high)]
  return scale.extract({ left: across.from, top: down.from, width: across.length, height: down.length })
}
