import { readFile, writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type LicenceId, licences, pictureMaxSidePx } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { nullIfMissing } from '../../adapters/files/files.ts'
import { type Area, PictureRejected, type TileJob } from '../../adapters/images/images.ts'
import { minutes, seconds } from '../../base/clock.ts'
import { notFound, tooManyRequests } from '../../base/failure.ts'
import { JobFailed } from '../../base/jobs.ts'
import { type Caller, createQueue } from '../../base/queue.ts'
import { sharedWork } from '../../base/shared-work.ts'
import type { Context } from '../../context.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { imagePath } from '../factsheets/index.ts'
import { mediaReader, pictureSizes, tileCache, UnusableOriginalError } from '../media/index.ts'
import {
  fitWithin,
  type ImageRequest,
  type ImageSize,
  isWithinLimits,
  parseImageRequest,
  type RawImageRequest,
  sizeLimits,
  toMimeType,
} from './image-request.ts'
import { imageStore } from './store.ts'

/** Visitors see the public pictures of public items; staff see all. */
type Audience = 'public' | 'all'

interface Picture extends ImageSize {
  readonly content: string
  /** As uploaded; larger than visitors may see where the collection is not open. */
  readonly original: ImageSize
  readonly licence: LicenceId | null
}

const memoryBytes = 32 * 1024 * 1024
/** Larger ones are not cached in memory. */
const largeBytes = 256 * 1024
/** The longest side of the size from which small ones are rendered: a thumbnail needs no original. */
const smallSide = 800

/** The public pictures by the Image API: whole, in parts, in any size. */
export const imageService = ({ db, tiles, log, publicUrl, config, get }: Context) => {
  const [reading, sizes, kept] = [get(mediaReader), get(pictureSizes), get(tileCache)]
  const store = imageStore(db)
  const inMemory = new LRUCache<string, Buffer>({
    maxSize: memoryBytes,
    sizeCalculation: ({ length }) => length || 1,
  })
  const shareTile = sharedWork<Buffer>()
  const sharePyramid = sharedWork<string>()
  /** An original that can't be decoded is not retried with every request. */
  const unusable = new LRUCache<string, true>({ max: 1_000, ttl: minutes(10) })
  // One at a time, and only then with memory taken from uploads: each takes up to seconds.
  const pyramids = createQueue({
    concurrency: 1,
    maxWaiting: 40,
    maxWaitMs: seconds(30),
    rejection: tooManyRequests,
  })

  async function find(name: string, of: Audience): Promise<Picture> {
    const found = /^[0-9a-f]{16}$/.test(name) ? await store.find(name, of) : undefined
    if (!found?.width || !found.height) throw notFound('There is no such picture.')
    const { content, licence } = found
    const original = { width: found.width, height: found.height }
    // A collection that is not open shows no more than its pages do.
    const shown =
      of === 'all' || config.openCollection
        ? original
        : fitWithin(original, pictureMaxSidePx.screen)
    return { content, ...shown, original, licence: licence || config.licences.pictures }
  }

  /** The file with all scales of a picture; rendered for the first tile. */
  async function pyramidOf(content: string, caller: Caller): Promise<string> {
    const name = pyramidName(content)
    const found = await kept.find(name)
    if (found) return found.path
    const make = () => kept.write(name, (target) => sizes.makePyramid(content, target))
    // A cancelled request leaves the queue; a render that has begun is finished, because the next request needs it, too.
    return sharePyramid(content, caller, async (sharing) => {
      const { path } = await pyramids(
        async () => (await kept.find(name)) ?? (await make()),
        sharing,
      )
      return path
    })
  }

  async function sourceOf(
    { content, width, height }: Picture,
    request: ImageRequest,
    caller: Caller,
  ) {
    const isWhole = request.region.width === width && request.region.height === height
    const isSmall = isWhole && longest(request) <= smallSide
    return (
      (isSmall && (await reading.printPicture(content, 'medium'))) || pyramidOf(content, caller)
    )
  }

  async function make(picture: Picture, request: ImageRequest, caller: Caller): Promise<Buffer> {
    const { content } = picture
    if (unusable.has(content)) throw notFound('This file is missing.')
    const { canonical: _, isCanonical: __, region, ...job } = request
    const render = (source: TileJob['source']) =>
      tiles.render({ ...job, region: inOriginal(region, picture), source }, caller)
    try {
      const source = await sourceOf(picture, request, caller)
      return await render(source).catch(async (error: unknown) => {
        if (!(error instanceof JobFailed)) throw error
        // The cached file is damaged, or was evicted between the two: it is made once more.
        if (typeof source === 'string') await kept.remove(pyramidName(content))
        return render(await pyramidOf(content, caller))
      })
    } catch (error) {
      if (!(error instanceof UnusableOriginalError || error instanceof PictureRejected)) throw error
      log.warn({ err: error, content }, 'a picture can’t be shown in detail')
      unusable.set(content, true)
      throw notFound('This file is missing.')
    }
  }

  /** A tile of the cache; one that a full disk or a power cut has damaged is rendered again. */
  async function findKept(name: string): Promise<Buffer | null> {
    const found = await kept.find(name)
    const file = found && (await readFile(found.path).catch(nullIfMissing))
    return file && unsealed(file)
  }

  /** From memory, from the cache, or rendered now; sizes that the information does not name are not cached. */
  async function read(name: string, picture: Picture, request: ImageRequest, caller: Caller) {
    const hot = inMemory.get(name)
    if (hot) return { plain: hot }
    const isKept = isNamed(request, picture)
    const bytes =
      (isKept && (await findKept(name))) ||
      (await shareTile(name, caller, async (sharing) => {
        const made = await make(picture, request, sharing)
        if (isKept) {
          const keeping = kept.write(name, (path) => writeFile(path, sealed(made)))
          await keeping.catch((error: unknown) =>
            log.warn({ err: error }, 'a tile could not be cached'),
          )
        }
        return made
      }))
    if (isKept && bytes.length <= largeBytes) inMemory.set(name, bytes)
    return { plain: bytes }
  }

  const idOf = (name: string) => `${publicUrl()}${imagePath(name)}`

  return {
    /** Its address; fails for an unknown picture. */
    async address(name: string): Promise<string> {
      await find(name, 'public')
      return idOf(name)
    },

    async info(name: string) {
      const { width, height, licence } = await find(name, 'public')
      return infoOf({ id: idOf(name), width, height, rights: licence && licences[licence].uri })
    },

    /** The image, or a redirect to its canonical address. */
    async image(name: string, written: RawImageRequest, caller: Caller, of: Audience = 'public') {
      const picture = await find(name, of)
      const request = parseImageRequest(written, picture)
      const canonical = `${idOf(name)}/${request.canonical}`
      const cacheKey = cacheKeyOf(picture, request)
      const finished: FinishedAnswer = {
        type: toMimeType(request.format),
        name: cacheKey,
        cache: of === 'all' ? 'revalidate' : dependsOnSetting(picture) ? 'short' : 'revocable',
        confined: true,
        content: () => read(cacheKey, picture, request, caller),
      }
      return { canonical, finished, isCanonical: request.isCanonical }
    },
  }
}

const longest = ({ width, height }: ImageSize) => Math.max(width, height)

/** Whether the same address has other content once the collection is opened or closed. */
const dependsOnSetting = ({ original }: Picture) => longest(original) > pictureMaxSidePx.screen

function cacheKeyOf(picture: Picture, { canonical }: ImageRequest): string {
  const size = longest(picture) < longest(picture.original) ? `${picture.width}-` : ''
  return `${picture.content}-${size}${canonical.replaceAll('/', '-')}`
}

const pyramidName = (content: string) => `${content}.tif`

/** The region in the pixels of the original. */
function inOriginal({ left, top, width, height }: Area, { original, ...shown }: Picture): Area {
  const across = (length: number) => Math.round((length * original.width) / shown.width)
  const down = (length: number) => Math.round((length * original.height) / shown.height)
  return {
    left: across(left),
    top: down(top),
    width: across(left + width) - across(left),
    height: down(top + height) - down(top),
  }
}

export type ImageService = ReturnType<typeof imageService>

/** Of a tile, in pixels. */
const tileSide = 512

/** The factors by which a picture is made smaller until it fits into one tile. */
function scaleFactors({ width, height }: ImageSize): number[] {
  const factors = [1]
  for (let factor = 2; Math.max(width, height) > (tileSide * factor) / 2; factor *= 2)
    factors.push(factor)
  return factors
}

const reduced = ({ width, height }: ImageSize, factor: number): ImageSize => ({
  width: Math.ceil(width / factor),
  height: Math.ceil(height / factor),
})

/** The whole picture at each of these factors, as far as it may be that large, the smallest first. */
export const listScaledSizes = (full: ImageSize): ImageSize[] =>
  scaleFactors(full)
    .map((factor) => reduced(full, factor))
    .filter(isWithinLimits)
    .reverse()

/** True for the tiles and sizes that the information names: only they are cached, so that odd sizes fill no disk. */
function isNamed(request: ImageRequest, full: ImageSize): boolean {
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
      isWhole ||
      (isTileIn(region.left, region.width, full.width) &&
        isTileIn(region.top, region.height, full.height))
    )
  })
}

interface Described extends ImageSize {
  /** Its address. */
  readonly id: string
  /** The address of its licence. */
  readonly rights: string | null
}

/** The Image Information of a picture. */
const infoOf = ({ id, rights, ...full }: Described) => ({
  '@context': 'http://iiif.io/api/image/3/context.json',
  id,
  type: 'ImageService3',
  protocol: 'http://iiif.io/api/image',
  profile: 'level2',
  width: full.width,
  height: full.height,
  ...sizeLimits,
  sizes: listScaledSizes(full),
  tiles: [{ width: tileSide, scaleFactors: scaleFactors(full) }],
  ...(rights && { rights }),
  extraFormats: ['webp'],
  extraQualities: ['color', 'gray', 'bitonal'],
  extraFeatures: ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader'],
})

const checksumLength = 4

/** With a checksum at its end. */
function sealed(bytes: Buffer): Buffer {
  const checksum = Buffer.alloc(checksumLength)
  checksum.writeUInt32BE(crc32(bytes))
  return Buffer.concat([bytes, checksum])
}

/** Without its checksum; null where they don’t fit together. */
function unsealed(file: Buffer): Buffer | null {
  const bytes = file.subarray(0, -checksumLength)
  return bytes.length > 0 && crc32(bytes) === file.readUInt32BE(bytes.length) ? bytes : null
}
