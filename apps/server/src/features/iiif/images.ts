import { readFile, writeFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type LicenceId, licences, pictureMaxSidePx } from '@vitrine/contract'
import { LRUCache } from 'lru-cache'
import { nullIfMissing } from '../../adapters/files/files.ts'
import { type PictureArea, PictureRejected, type TileJob } from '../../adapters/images/images.ts'
import { minutes, seconds } from '../../base/clock.ts'
import { notFound, rateLimited } from '../../base/failure.ts'
import { JobFailed } from '../../base/jobs.ts'
import { type Caller, createQueue } from '../../base/queue.ts'
import { sharedWork } from '../../base/shared-work.ts'
import type { Context } from '../../context.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { getImagePath } from '../factsheets/index.ts'
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

/** Visitors find only the public pictures of public items; staff find all. */
type Audience = 'public' | 'all'

/** A picture in the size in which its audience gets it. */
interface Picture extends ImageSize {
  /** Content hash. */
  readonly content: string
  /** Size as uploaded; visitors see a smaller one unless the collection is open. */
  readonly original: ImageSize
  readonly licence: LicenceId | null
}

const memoryCacheBytes = 32 * 1024 * 1024
/** Larger images are not cached in memory. */
const maxBytesInMemory = 256 * 1024
/** The first 16 digits of a content hash: the name of a picture in addresses. */
const pictureNamePattern = /^[0-9a-f]{16}$/

/** Serves pictures by the IIIF Image API. */
export const imageService = ({ db, tiles, log, publicUrl, config, get }: Context) => {
  const files = get(mediaReader)
  const sizes = get(pictureSizes)
  const diskCache = get(tileCache)
  const store = imageStore(db)
  const memoryCache = new LRUCache<string, Buffer>({
    maxSize: memoryCacheBytes,
    // The cache rejects entries of size 0.
    sizeCalculation: ({ length }) => length || 1,
  })
  const shareTile = sharedWork<Buffer>()
  const sharePyramid = sharedWork<string>()
  /** Contents that can't be decoded, so that they are not retried with every request. */
  const unusableContents = new LRUCache<string, true>({ max: 1_000, ttl: minutes(10) })
  // One at a time, because each takes up to seconds, and memory that uploads need.
  const pyramidQueue = createQueue({
    concurrency: 1,
    maxWaiting: 40,
    maxWaitMs: seconds(30),
    rejection: rateLimited,
  })

  async function getPicture(name: string, audience: Audience): Promise<Picture> {
    const row = pictureNamePattern.test(name) ? await store.find(name, audience) : undefined
    if (!row?.width || !row.height) throw notFound('There is no such picture.')

    const { content } = row
    const licence = row.licence || config.licences.pictures
    const original = { width: row.width, height: row.height }
    if (audience === 'all' || config.openCollection)
      return { content, ...original, original, licence }
    // Without an open collection, visitors get no larger pictures than on its pages.
    return { content, ...fitWithin(original, pictureMaxSidePx.screen), original, licence }
  }

  /** Returns the path of the file with all scales of a picture; renders it for the first tile. */
  async function getPyramid(content: string, caller: Caller): Promise<string> {
    const name = getPyramidName(content)
    const cached = await diskCache.find(name)
    if (cached) return cached.path

    // A cancelled request leaves the queue, but a render that has begun is finished for the next
    // request.
    return sharePyramid(content, caller, async (sharedCaller) => {
      const { path } = await pyramidQueue(
        async () =>
          (await diskCache.find(name)) ??
          diskCache.write(name, (target) => sizes.makePyramid(content, target)),
        sharedCaller,
      )
      return path
    })
  }

  /** Returns a smaller copy of the picture if that suffices, or else the path of its pyramid. */
  async function getSource(
    { content, width, height }: Picture,
    request: ImageRequest,
    caller: Caller,
  ) {
    const isWhole = request.region.width === width && request.region.height === height
    const isCoveredByMedium = isWhole && getLongestSide(request) <= pictureMaxSidePx.medium
    const medium = isCoveredByMedium ? await files.printPicture(content, 'medium') : null
    return medium ?? getPyramid(content, caller)
  }

  async function render(picture: Picture, request: ImageRequest, caller: Caller): Promise<Buffer> {
    const { content } = picture
    if (unusableContents.has(content)) throw notFound('This file is missing.')

    const { width, height, mirrored, rotation, quality, format } = request
    const job = { width, height, mirrored, rotation, quality, format }
    const region = toOriginalPixels(request.region, picture)
    const renderFrom = (source: TileJob['source'], isSourceReplaced = false) =>
      tiles.render({ ...job, region, source, isSourceReplaced }, caller)
    try {
      const source = await getSource(picture, request, caller)
      return await renderFrom(source).catch(async (error: unknown) => {
        if (!(error instanceof JobFailed)) throw error
        // Retries once: the cached pyramid is damaged, or was evicted after it was found.
        if (typeof source === 'string') await diskCache.remove(getPyramidName(content))
        return renderFrom(await getPyramid(content, caller), true)
      })
    } catch (error) {
      if (!(error instanceof UnusableOriginalError || error instanceof PictureRejected)) throw error
      log.warn({ err: error, content }, 'a picture can’t be shown in detail')
      unusableContents.set(content, true)
      throw notFound('This file is missing.')
    }
  }

  /** Reads a tile from disk; null if it is missing, or damaged by a full disk or a power cut. */
  async function readFromDisk(key: string): Promise<Buffer | null> {
    const cached = await diskCache.find(key)
    const file = cached && (await readFile(cached.path).catch(nullIfMissing))
    return file && removeChecksum(file)
  }

  async function renderToDisk(
    key: string,
    picture: Picture,
    request: ImageRequest,
    caller: Caller,
  ): Promise<Buffer> {
    const bytes = await render(picture, request, caller)
    try {
      await diskCache.write(key, (path) => writeFile(path, appendChecksum(bytes)))
    } catch (error) {
      log.warn({ err: error }, 'a tile could not be cached')
    }
    return bytes
  }

  /** Reads an image from memory or disk, or renders it. Only listed sizes and tiles are cached. */
  async function read(key: string, picture: Picture, request: ImageRequest, caller: Caller) {
    const inMemory = memoryCache.get(key)
    if (inMemory) return { plain: inMemory }
    if (!isListedImage(request, picture))
      return {
        plain: await shareTile(key, caller, (sharedCaller) =>
          render(picture, request, sharedCaller),
        ),
      }

    const bytes =
      (await readFromDisk(key)) ??
      (await shareTile(key, caller, (sharedCaller) =>
        renderToDisk(key, picture, request, sharedCaller),
      ))
    if (bytes.length <= maxBytesInMemory) memoryCache.set(key, bytes)
    return { plain: bytes }
  }

  const toImageUrl = (name: string) => `${publicUrl()}${getImagePath(name)}`

  return {
    /** Returns the base address of a picture; fails if it does not exist. */
    async getUrl(name: string): Promise<string> {
      await getPicture(name, 'public')
      return toImageUrl(name)
    },

    async getInformation(name: string) {
      const { width, height, licence } = await getPicture(name, 'public')
      return toImageInformation({
        id: toImageUrl(name),
        width,
        height,
        rights: licence && licences[licence].uri,
      })
    },

    /** Prepares an image; it is read or rendered when the answer is sent. */
    async getImage(
      name: string,
      rawRequest: RawImageRequest,
      caller: Caller,
      audience: Audience = 'public',
    ) {
      const picture = await getPicture(name, audience)
      const request = parseImageRequest(rawRequest, picture)
      const canonicalUrl = `${toImageUrl(name)}/${request.canonical}`
      const cacheKey = formatCacheKey(picture, request)
      const publicCache = dependsOnOpenCollection(picture) ? 'short' : 'revocable'
      const finished: FinishedAnswer = {
        type: toMimeType(request.format),
        etag: cacheKey,
        cache: audience === 'all' ? 'revalidate' : publicCache,
        confined: true,
        content: () => read(cacheKey, picture, request, caller),
      }
      return { canonicalUrl, finished, isCanonical: request.isCanonical }
    },
  }
}

const getLongestSide = ({ width, height }: ImageSize) => Math.max(width, height)

/** Whether the content at an address changes once the collection is opened or closed. */
const dependsOnOpenCollection = ({ original }: Picture) =>
  getLongestSide(original) > pictureMaxSidePx.screen

/** A reduced picture has keys of its own, because its regions differ from those of the original. */
function formatCacheKey(picture: Picture, { canonical }: ImageRequest): string {
  const isReduced = getLongestSide(picture) < getLongestSide(picture.original)
  const sizePrefix = isReduced ? `${picture.width}-` : ''
  return `${picture.content}-${sizePrefix}${canonical.replaceAll('/', '-')}`
}

const getPyramidName = (content: string) => `${content}.tif`

/** Scales a region of the picture as served to pixels of the original. */
function toOriginalPixels(
  { left, top, width, height }: PictureArea,
  { original, ...served }: Picture,
): PictureArea {
  const scaleX = (length: number) => Math.round((length * original.width) / served.width)
  const scaleY = (length: number) => Math.round((length * original.height) / served.height)
  return {
    left: scaleX(left),
    top: scaleY(top),
    width: scaleX(left + width) - scaleX(left),
    height: scaleY(top + height) - scaleY(top),
  }
}

export type ImageService = ReturnType<typeof imageService>

/** Side of a tile in pixels. */
const tileSide = 512

/** Lists the factors by which a picture is reduced until it fits into one tile. */
function listScaleFactors(size: ImageSize): number[] {
  const factors = [1]
  for (let factor = 1; getLongestSide(size) > tileSide * factor; factor *= 2)
    factors.push(factor * 2)
  return factors
}

const reduceSize = ({ width, height }: ImageSize, factor: number): ImageSize => ({
  width: Math.ceil(width / factor),
  height: Math.ceil(height / factor),
})

/** Lists the sizes of the whole picture at each factor within the limits, smallest first. */
export const listScaledSizes = (full: ImageSize): ImageSize[] =>
  listScaleFactors(full)
    .map((factor) => reduceSize(full, factor))
    .filter(isWithinLimits)
    .reverse()

/**
 * Whether the image information lists this size or tile. Only these are cached, so that arbitrary
 * sizes can't fill the disk.
 */
function isListedImage(request: ImageRequest, full: ImageSize): boolean {
  const { region, width, height, rotation, mirrored, quality, format } = request
  if (rotation !== 0 || mirrored || quality !== 'default' || format === 'png') return false
  return listScaleFactors(full).some((factor) => {
    const reducedSize = reduceSize(region, factor)
    if (width !== reducedSize.width || height !== reducedSize.height) return false

    const isWhole = region.width === full.width && region.height === full.height
    if (isWhole) return true
    const step = tileSide * factor
    const isOnGrid = (start: number, length: number, whole: number) =>
      start % step === 0 && length === Math.min(step, whole - start)
    return (
      isOnGrid(region.left, region.width, full.width) &&
      isOnGrid(region.top, region.height, full.height)
    )
  })
}

interface DescribedImage extends ImageSize {
  /** Base address of the picture. */
  readonly id: string
  /** Address of its licence. */
  readonly rights: string | null
}

/** The image information (info.json) of a picture. */
const toImageInformation = ({ id, rights, ...full }: DescribedImage) => ({
  '@context': 'http://iiif.io/api/image/3/context.json',
  id,
  type: 'ImageService3',
  protocol: 'http://iiif.io/api/image',
  profile: 'level2',
  width: full.width,
  height: full.height,
  ...sizeLimits,
  sizes: listScaledSizes(full),
  tiles: [{ width: tileSide, scaleFactors: listScaleFactors(full) }],
  ...(rights && { rights }),
  extraFormats: ['webp'],
  extraQualities: ['color', 'gray', 'bitonal'],
  extraFeatures: ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader'],
})

/** Bytes of a CRC-32 at the end of a cached tile, by which damaged files are recognised. */
const checksumLength = 4

function appendChecksum(bytes: Buffer): Buffer {
  const checksum = Buffer.alloc(checksumLength)
  checksum.writeUInt32BE(crc32(bytes))
  return Buffer.concat([bytes, checksum])
}

/** Null if the checksum does not match. */
function removeChecksum(file: Buffer): Buffer | null {
  const bytes = file.subarray(0, -checksumLength)
  return bytes.length > 0 && crc32(bytes) === file.readUInt32BE(bytes.length) ? bytes : null
}
