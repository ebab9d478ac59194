import { open } from 'node:fs/promises'
import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import { busy } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import { type Images, PictureRefused, type PreparedPicture, type VariantFormat, type VariantSpec } from './images.ts'
import { memoryToRead } from './memory.ts'
import { formatOf, headLength, mimeOf, type PictureFormat } from './picture-format.ts'

// Pictures that are read at the same time take no more than these slots of memory together, and none alone.
const slotBytes = 25 * 1024 * 1024
const memorySlots = 18
const patienceInSeconds = 60

// No picture is read twice, so nothing is worth keeping.
sharp.cache(false)

const encode: Record<VariantFormat, (picture: Sharp, quality: number) => Sharp> = {
  // Two steps more take eight times the work and save a twentieth of the bytes.
  avif: (picture, quality) => picture.avif({ quality, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (picture, quality) => picture.webp({ quality, effort: 4 }),
  jpeg: (picture, quality) => picture.jpeg({ quality, progressive: true }),
}

/** Pictures through libvips. */
export function sharpImages({ maxPixels }: { maxPixels: number }): Images {
  // Who may wait is told where uploads are received.
  const inTurn = createQueue({ concurrency: memorySlots, maxWaiting: Infinity, rejection: busy })
  return {
    async prepare(file, wishes) {
      const picture = await measure(file, maxPixels)
      return inTurn(() => prepare(file, wishes, picture, maxPixels), { slots: Math.ceil(picture.memory / slotBytes) })
    },
  }
}

async function prepare<Wish extends VariantSpec>(
  file: string,
  wishes: readonly Wish[],
  { format, width, height }: Measured,
  maxPixels: number,
): Promise<PreparedPicture<Wish>> {
  if (wishes.length === 0) return { mime: mimeOf(format), width, height, variants: [] }
  const longest = Math.max(...wishes.map((wish) => wish.longestSide))
  const { data, info } = await readOrRefuse(format, decode(file, longest, maxPixels))
  const variants: { wish: Wish; bytes: Buffer }[] = []
  for (const wish of wishes) variants.push({ wish, bytes: await makeVariant(data, info, wish) })
  return { mime: mimeOf(format), width, height, variants }
}

/** Asked before the library looks: it would also draw SVG, which can name other files. */
async function claimedFormat(file: string): Promise<PictureFormat> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0)
  const format = formatOf(buffer.subarray(0, bytesRead))
  if (format === null) throw new PictureRefused('unknown')
  return format
}

/** From the header alone: a small file can unpack to more than there is memory. */
async function measure(file: string, maxPixels: number): Promise<Measured> {
  const format = await claimedFormat(file)
  const header = await readOrRefuse(format, sharp(file, { limitInputPixels: false }).metadata())
  if (header.mediaType !== mimeOf(format)) throw new PictureRefused('broken')
  if (header.width * header.height > maxPixels) throw new PictureRefused('tooManyPixels')
  const memory = memoryToRead(format, header)
  if (memory > memorySlots * slotBytes) throw new PictureRefused('tooHeavy')
  return { format, memory, ...header.autoOrient }
}

interface Measured {
  readonly format: PictureFormat
  /** In bytes, while it is read. */
  readonly memory: number
  /** As people see it. */
  readonly width: number
  readonly height: number
}

/** The picture upright, in the screen's colours, on white where it was transparent, and without its metadata. */
function decode(file: string, longestSide: number, maxPixels: number) {
  return sharp(file, { failOn: 'error', limitInputPixels: maxPixels })
    .timeout({ seconds: patienceInSeconds })
    .autoOrient()
    .resize(fitting(longestSide))
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function makeVariant(pixels: Buffer, { width, height, channels }: OutputInfo, wish: VariantSpec): Promise<Buffer> {
  const picture = sharp(pixels, { raw: { width, height, channels } }).resize(fitting(wish.longestSide))
  return encode[wish.format](picture, wish.quality).toBuffer()
}

const fitting = (side: number): ResizeOptions => ({
  width: side,
  height: side,
  fit: 'inside',
  withoutEnlargement: true,
})

async function readOrRefuse<T>(format: PictureFormat, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    // The decoder of HEIC is patented: the usual build of the library comes without it.
    throw new PictureRefused(format === 'heic' ? 'heic' : 'broken', error)
  }
}
