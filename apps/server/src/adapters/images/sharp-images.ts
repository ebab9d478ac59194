import { open } from 'node:fs/promises'
import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import { busy } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import { type Images, PictureRefused, type PreparedPicture, type VariantFormat, type VariantSpec } from './images.ts'
import { formatOf, headLength, memoryToRead, type PictureFormat, pictureFormat } from './picture-format.ts'

// Memory limit for decoding: pictures decoded at the same time share these slots, and none may need more.
const slotBytes = 25 * 1024 * 1024
const memorySlots = 18
const timeout = { seconds: 60 }
// In a process that gives way to everybody else.
const conversionTimeoutMs = 120_000

// No picture is decoded twice.
sharp.cache(false)

const encode: Record<VariantFormat, (picture: Sharp, quality: number) => Sharp> = {
  // Effort 4 takes eight times as long and saves 5 % of the bytes.
  avif: (picture, quality) => picture.avif({ quality, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (picture, quality) => picture.webp({ quality, effort: 4 }),
  jpeg: (picture, quality) => picture.jpeg({ quality, progressive: true }),
}

/** Pictures through libvips. */
export function sharpImages({ maxPixels }: { maxPixels: number }): Images {
  // The upload receiver limits how many may wait.
  const queue = createQueue({ concurrency: memorySlots, maxWaiting: Infinity, rejection: busy })
  return {
    async prepare(file, specs) {
      const picture = await measure(file, maxPixels)
      return queue(() => prepare(file, specs, picture, maxPixels), { slots: Math.ceil(picture.memory / slotBytes) })
    },
    async decoding(file, work) {
      const picture = await measure(file, maxPixels)
      const decode = async () => {
        await using converted = await convertedFrom(file, picture, maxPixels)
        return await work(converted?.path ?? file)
      }
      return queue(decode, { slots: Math.ceil((picture.memory + picture.turnedBytes) / slotBytes) })
    },
    likeness,
  }
}

async function prepare<Spec extends VariantSpec>(
  file: string,
  specs: readonly Spec[],
  picture: Measured,
  maxPixels: number,
): Promise<PreparedPicture<Spec>> {
  const { format, width, height } = picture
  const { mime } = pictureFormat(format)
  if (specs.length === 0) return { mime, width, height, variants: [] }
  await using converted = await convertedFrom(file, picture, maxPixels)
  const longest = Math.max(...specs.map((spec) => spec.longestSide))
  const { data, info } = await readOrReject(decode(converted?.path ?? file, longest, maxPixels))
  const variants: { spec: Spec; bytes: Buffer }[] = []
  for (const spec of specs) variants.push({ spec, bytes: await makeVariant(data, info, spec) })
  return { mime, width, height, variants }
}

/** A format that the library can't read, as one that it can. */
const convertedFrom = (file: string, { format, memory }: Measured, maxPixels: number) =>
  pictureFormat(format).convert?.(file, { maxPixels, maxBytes: memory, timeoutMs: conversionTimeoutMs })

/** A difference hash: whether each of 8 × 8 places is darker than the one to its right. */
async function likeness(picture: Buffer): Promise<string> {
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
}

/** Checked before the library reads the file: it would also render SVG, which can reference other files. */
async function claimedFormat(file: string): Promise<PictureFormat> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0)
  const format = formatOf(buffer.subarray(0, bytesRead))
  if (format === null) throw new PictureRefused('unknown')
  return format
}

/** Reads only the header: a small file can decompress to more than the available memory. */
async function measure(file: string, maxPixels: number): Promise<Measured> {
  const format = await claimedFormat(file)
  const header = await readOrReject(sharp(file, { limitInputPixels: false }).metadata())
  if (header.mediaType !== pictureFormat(format).mime) throw new PictureRefused('broken')
  if (header.width * header.height > maxPixels) throw new PictureRefused('tooManyPixels')
  const memory = memoryToRead(format, header)
  if (memory > memorySlots * slotBytes) throw new PictureRefused('tooHeavy')
  const { orientation = 1, width, height } = header
  return { format, memory, turnedBytes: orientation > 1 ? 3 * width * height : 0, ...header.autoOrient }
}

interface Measured {
  readonly format: PictureFormat
  /** In bytes, while it is read. */
  readonly memory: number
  /** What it takes in addition at full size, where it must be turned. */
  readonly turnedBytes: number
  /** As people see it. */
  readonly width: number
  readonly height: number
}

/** The picture upright, in the screen's colours, on white where it was transparent, and without its metadata. */
function decode(file: string, longestSide: number, maxPixels: number) {
  return sharp(file, { failOn: 'error', limitInputPixels: maxPixels })
    .timeout(timeout)
    .autoOrient()
    .resize(fitting(longestSide))
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

function makeVariant(pixels: Buffer, { width, height, channels }: OutputInfo, spec: VariantSpec): Promise<Buffer> {
  const picture = sharp(pixels, { raw: { width, height, channels } }).resize(fitting(spec.longestSide))
  return encode[spec.format](picture, spec.quality).toBuffer()
}

const fitting = (side: number): ResizeOptions => ({
  width: side,
  height: side,
  fit: 'inside',
  withoutEnlargement: true,
})

async function readOrReject<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw new PictureRefused('broken', error)
  }
}
