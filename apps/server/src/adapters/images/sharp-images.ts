import { open } from 'node:fs/promises'
import sharp, { type Metadata, type OutputInfo, type ResizeOptions, type Sharp } from 'sharp'
import { type Images, PictureRefused, type PreparedPicture, type VariantFormat, type VariantWish } from './images.ts'
import { formatOf, headLength, mimeOf, type PictureFormat } from './picture-format.ts'
import { atMost } from './queue.ts'

// A picture may take all of this while it is read: some formats can't be read in strips.
const mostUnpacked = 512 * 1024 * 1024
const atOnce = 2
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
  const inTurn = atMost(atOnce)
  return { prepare: (file, wishes) => inTurn(() => prepare(file, wishes, maxPixels)) }
}

async function prepare<Wish extends VariantWish>(
  file: string,
  wishes: readonly Wish[],
  maxPixels: number,
): Promise<PreparedPicture<Wish>> {
  const format = await claimedFormat(file)
  const { width, height } = await measure(file, format, maxPixels)
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
async function measure(file: string, format: PictureFormat, maxPixels: number) {
  const header = await readOrRefuse(format, sharp(file, { limitInputPixels: false }).metadata())
  if (header.mediaType !== mimeOf(format)) throw new PictureRefused('broken')
  const pixels = header.width * header.height
  if (pixels > maxPixels) throw new PictureRefused('tooManyPixels')
  if (pixels * header.channels * bytesOf[header.depth] > mostUnpacked) throw new PictureRefused('tooDeep')
  return header.autoOrient
}

const bytesOf: Record<Metadata['depth'], number> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
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

function makeVariant(pixels: Buffer, { width, height, channels }: OutputInfo, wish: VariantWish): Promise<Buffer> {
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
