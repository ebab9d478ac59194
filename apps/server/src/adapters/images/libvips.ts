import { open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { pictureLimits } from '@vitrine/contract'
import { seconds } from '../../base/clock.ts'
import { Failure, overloaded, rateLimited } from '../../base/failure.ts'
import { JobFailed, type JobRunner, JobStopped, jobRunner } from '../../base/jobs.ts'
import { createQueue } from '../../base/queue.ts'
import { type ImageProcessor, PictureRejected, type TileRenderer } from './images.ts'
import type { PictureTasks } from './libvips-process.ts'
import {
  detectPictureFormat,
  estimateDecodingMemory,
  getPictureFormat,
  maxSignatureBytes,
  type PictureFormat,
  type PictureHeader,
} from './picture-format.ts'

type Libvips = JobRunner<PictureTasks>

// Generous, because the processes have low priority, and a busy machine leaves them a tenth of a
// processor.
const timeoutMs: Record<keyof PictureTasks, number> = {
  frames: seconds(30),
  measure: seconds(30),
  prepare: seconds(180),
  likeness: seconds(30),
  pyramid: seconds(180),
  tile: seconds(20),
}

/**
 * Runs all work on pictures. A file that crashes its process affects no other job; the caller
 * limits the number of jobs.
 */
export const createLibvipsRunner = (timeoutOverrides: Partial<typeof timeoutMs> = {}): Libvips =>
  jobRunner<PictureTasks>({
    program: new URL('libvips-process.ts', import.meta.url),
    timeoutMs: { ...timeoutMs, ...timeoutOverrides },
    isBackground: true,
    execArgv: ['--max-semi-space-size=4'],
    maxAttempts: 3,
  })

// Memory for decoding: pictures decoded at the same time share these slots, and none may need more.
const slotBytes = 26 * 1024 * 1024
const memorySlots = 13
// A processor is left for tiles and for the server.
const maxConcurrentPictures = 2
// Even a small picture takes so many slots that no more than these run at the same time.
const minSlots = Math.floor(memorySlots / maxConcurrentPictures)
const bytesPerRgbPixel = 3
// Generous, because the process has low priority.
const conversionTimeoutMs = seconds(120)

const { pixels: maxPixels, frames: maxFrames } = pictureLimits

/** Processes pictures with libvips; all work is queued. */
export function createImageProcessor(libvips: Libvips): ImageProcessor {
  // The upload receiver limits how many jobs wait.
  const queue = createQueue({
    concurrency: memorySlots,
    maxWaiting: Infinity,
    rejection: overloaded,
  })
  const withMemory = <T>(bytes: number, work: () => Promise<T>) =>
    queue(work, { slots: Math.max(Math.ceil(bytes / slotBytes), minSlots) })

  async function inspect(file: string): Promise<PictureInfo> {
    const format = await readFormat(file)
    const header = await queue(() => readHeader(file, format), { slots: minSlots }).catch(
      rejectFailedJob,
    )
    if (header.mediaType !== getPictureFormat(format).mime) throw new PictureRejected('broken')
    if (header.width * header.height > maxPixels) throw new PictureRejected('tooManyPixels')
    const decodingBytes = estimateDecodingMemory(format, header)
    if (decodingBytes > memorySlots * slotBytes) throw new PictureRejected('tooHeavy')
    // Of the orientations of Exif, the first is upright.
    const { orientation = 1, width, height } = header
    const isUpright = orientation <= 1
    return {
      format,
      decodingBytes,
      rotationBytes: isUpright ? 0 : bytesPerRgbPixel * width * height,
      ...header.autoOrient,
    }
  }

  /**
   * Counts frames before reading the header: for each frame of a WebP, the library would walk
   * through all frames from the first.
   */
  async function readHeader(file: string, format: PictureFormat): Promise<PictureHeader> {
    if (await libvips.run('frames', { file, format, max: maxFrames }))
      throw new PictureRejected('tooManyFrames')
    return libvips.run('measure', { file })
  }

  /** Converts a format that the library can't read; undefined for others. */
  const convertIfNeeded = (file: string, { format, decodingBytes }: PictureInfo) =>
    getPictureFormat(format).convert?.(file, {
      maxPixels,
      maxBytes: decodingBytes,
      timeoutMs: conversionTimeoutMs,
    })

  return {
    async prepare(file, specs) {
      const picture = await inspect(file)
      const { format, width, height, decodingBytes } = picture
      const { mime } = getPictureFormat(format)
      if (specs.length === 0) return { mime, width, height, variants: [] }
      return withMemory(decodingBytes, async () => {
        await using converted = await convertIfNeeded(file, picture)
        const rendered = await libvips
          .run('prepare', { file: converted?.path ?? file, specs, maxPixels })
          .catch(rejectFailedJob)
        const variants = specs.map((spec, index) => ({ spec, bytes: getRendered(rendered, index) }))
        return { mime, width, height, variants }
      })
    },

    async makePyramid(file, target) {
      const picture = await inspect(file)
      await withMemory(picture.decodingBytes + picture.rotationBytes, async () => {
        await using converted = await convertIfNeeded(file, picture)
        // The picture could be read when it was uploaded: a job that fails now is a fault of the
        // disk, and does not reject the picture.
        await libvips
          .run('pyramid', { original: converted?.path ?? file, target })
          .catch(rejectStoppedJob)
      })
    },

    computeLikeness: (picture) =>
      queue(() => libvips.run('likeness', { picture }), { slots: minSlots }),
  }
}

function getRendered(rendered: readonly Buffer[], index: number): Buffer {
  const bytes = rendered[index]
  if (!bytes) throw new Error(`variant ${index} was not rendered`)
  return bytes
}

/**
 * Detects the format before the library reads the file: it would also render SVG, which can
 * reference other files.
 */
async function readFormat(file: string): Promise<PictureFormat> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(maxSignatureBytes),
    0,
    maxSignatureBytes,
    0,
  )
  const format = detectPictureFormat(buffer.subarray(0, bytesRead))
  if (format === null) throw new PictureRejected('unknown')
  return format
}

function rejectFailedJob(error: unknown): never {
  throw error instanceof JobFailed ? new PictureRejected('broken', error) : rejectStoppedJob(error)
}

function rejectStoppedJob(error: unknown): never {
  throw error instanceof JobStopped ? new PictureRejected('tooHeavy', error) : error
}

interface PictureInfo {
  readonly format: PictureFormat
  /** Memory needed to decode it. */
  readonly decodingBytes: number
  /** Additional memory to rotate it at full size; 0 if it is upright. */
  readonly rotationBytes: number
  /** Size as displayed. */
  readonly width: number
  readonly height: number
}

const maxConcurrentTiles = Math.min(4, availableParallelism())
const tileQueueLimits = {
  concurrency: maxConcurrentTiles,
  maxWaiting: 400,
  maxWaitMs: seconds(15),
  rejection: rateLimited,
}
// Four tiles of 512 × 512 pixels, the side of tiles in a pyramid file.
const largeTilePixels = 4 * 512 * 512

/**
 * Renders visitors' tiles from files of our own making, in other processes than staff's uploads.
 */
export function createTileRenderer(): TileRenderer {
  const jobs = createLibvipsRunner()
  const queue = createQueue(tileQueueLimits)
  return {
    async render(job, caller) {
      // A large tile runs alone, so that its memory is needed only once.
      const slots = job.width * job.height > largeTilePixels ? maxConcurrentTiles : 1
      try {
        // A job that has begun is finished, which costs less than starting another process.
        return await queue(() => jobs.run('tile', job), { ...caller, slots })
      } catch (error) {
        if (!(error instanceof JobStopped)) throw error
        throw new Failure('timedOut', 'This image takes too long. Please ask for a smaller one.')
      }
    },
    close: jobs.close,
  }
}
