import sharp, { type Sharp } from 'sharp'
import { raiseOomScore } from '../../base/child-process.ts'
import type { ProcessAnswer, ProcessJob, PyramidJob, TileFormat, TileJob } from './tiles.ts'

raiseOomScore()
// The server is gone.
process.on('disconnect', () => process.exit(1))
// A tile is too small to be shared between threads; several tiles are made at once instead.
sharp.concurrency(1)

const limits = { limitInputPixels: false, failOn: 'error' } as const
const pyramidTile = 512

const encode: Record<TileFormat, (picture: Sharp) => Sharp> = {
  jpg: (picture) => picture.jpeg({ quality: 84 }),
  png: (picture) => picture.png({ compressionLevel: 4 }),
  webp: (picture) => picture.webp({ quality: 80, effort: 2 }),
}

const qualities: Record<TileJob['quality'], (picture: Sharp) => Sharp> = {
  default: (picture) => picture,
  gray: (picture) => picture.toColourspace('b-w'),
  bitonal: (picture) => picture.threshold().toColourspace('b-w'),
}

process.on('message', async ({ id, job }: { id: number; job: ProcessJob }) => {
  let answer: ProcessAnswer
  try {
    const bytes = 'target' in job ? await makePyramid(job) : await render(job)
    answer = { id, bytes: new Uint8Array(bytes) }
  } catch (error) {
    // The library keeps files open by their names: one that is damaged would outlive its replacement.
    sharp.cache(false)
    sharp.cache(true)
    answer = { id, problem: (error as Error).message }
  }
  process.send?.(answer)
})

async function makePyramid({ original, target }: PyramidJob): Promise<Buffer> {
  const { width, height } = await sharp(original, limits).metadata()
  // Tiles that are many times as large as the picture are taken for a damaged file. Their sides are multiples of 16.
  const side = Math.min(pyramidTile, 16 * Math.ceil(Math.max(width, height) / 16))
  await sharp(original, limits)
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .tiff({
      compression: 'jpeg',
      quality: 90,
      tile: true,
      tileWidth: side,
      tileHeight: side,
      pyramid: true,
    })
    .toFile(target)
  return Buffer.alloc(0)
}

async function render(job: TileJob): Promise<Buffer> {
  const { source, width, height, mirrored, rotation, quality, format } = job
  const cut = typeof source === 'string' ? await readPyramid(source, job) : sharp(source, limits)
  const sized = cut.resize(width, height, { fit: 'fill' }).flop(mirrored)
  return encode[format](qualities[quality](rotation ? sized.rotate(rotation) : sized)).toBuffer()
}

/** The region in the smallest of the scales that still has enough pixels. */
async function readPyramid(file: string, { region, width, height }: TileJob): Promise<Sharp> {
  const { pages = 1 } = await sharp(file, limits).metadata()
  let page = 0
  const isEnough = (factor: number) =>
    Math.ceil(region.width / factor) >= width && Math.ceil(region.height / factor) >= height
  while (page + 1 < pages && isEnough(2 ** (page + 1))) page++
  const factor = 2 ** page
  const scale = sharp(file, { ...limits, page })
  // Each scale has half the pixels of the one before, rounded down.
  const { width: wide, height: high } = await scale.metadata()
  const part = (start: number, length: number, end: number) => {
    const from = Math.min(Math.floor(start / factor), end - 1)
    return { from, length: Math.min(end, Math.ceil((start + length) / factor)) - from }
  }
  const [across, down] = [part(region.left, region.width, wide), part(region.top, region.height, high)]
  return scale.extract({ left: across.from, top: down.from, width: across.length, height: down.length })
}
