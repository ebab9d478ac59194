import { open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { pictureLimits } from '@vitrine/contract'
import { seconds } from '../../base/clock.ts'
import { Failure, overloaded, tooManyRequests } from '../../base/failure.ts'
import { JobFailed, type JobRunner, JobStopped, jobRunner } from '../../base/jobs.ts'
import { createQueue } from '../../base/queue.ts'
import { type ImageProcessor, PictureRejected, type TileRenderer } from './images.ts'
import type { PictureTasks } from './libvips-process.ts'
import {
  detectPictureFormat,
  estimateDecodingMemory,
  getFormat,
  type PictureFormat,
  type PictureHeader,
  signatureBytes,
} from './picture-format.ts'

type Libvips = JobRunner<PictureTasks>

// Generous: it gives way to everything else, and a busy machine leaves it a tenth of a processor.
const timeoutMs: Record<keyof PictureTasks, number> = {
  frames: seconds(30),
  measure: seconds(30),
  prepare: seconds(180),
  likeness: seconds(30),
  pyramid: seconds(180),
  tile: seconds(20),
}

/** Everything that reads or makes pictures. What a file does to its process, no other job notices; the caller limits how many there are. */
export const createLibvipsRunner = (changed: Partial<typeof timeoutMs> = {}): Libvips =>
  jobRunner<PictureTasks>({
    program: new URL('libvips-process.ts', import.meta.url),
    timeoutMs: { ...timeoutMs, ...changed },
    isBackground: true,
    execArgv: ['--max-semi-space-size=4'],
    maxAttempts: 3,
  })

// Memory limit for decoding: pictures decoded at the same time share these slots, and none may need more.
const slotBytes = 26 * 1024 * 1024
const memorySlots = 13
// A processor is left for tiles and the server.
const maxAtOnce = 2
const fewestSlots = Math.floor(memorySlots / maxAtOnce)
// In a process of low priority.
const conversionTimeoutMs = 120_000

const { pixels: maxPixels, frames: maxFrames } = pictureLimits

/** Pictures through libvips; everything that it does is queued. */
export function createImageProcessor(libvips: Libvips): ImageProcessor {
  // The upload receiver limits how many may wait.
  const queue = createQueue({
    concurrency: memorySlots,
    maxWaiting: Infinity,
    rejection: overloaded,
  })
  const whenThereIsMemory = <T>(bytes: number, work: () => Promise<T>) =>
    queue(work, { slots: Math.max(Math.ceil(bytes / slotBytes), fewestSlots) })

  async function measure(file: string): Promise<Measured> {
    const format = await claimedFormat(file)
    const header = await queue(() => readHeader(file, format), { slots: fewestSlots }).catch(refuse)
    if (header.mediaType !== getFormat(format).mime) throw new PictureRejected('broken')
    if (header.width * header.height > maxPixels) throw new PictureRejected('tooManyPixels')
    const memory = estimateDecodingMemory(format, header)
    if (memory > memorySlots * slotBytes) throw new PictureRejected('tooHeavy')
    const { orientation = 1, width, height } = header
    return {
      format,
      memory,
      turnedBytes: orientation > 1 ? 3 * width * height : 0,
      ...header.autoOrient,
    }
  }

  /** Frames are counted first: to read the header of a WebP, the library walks them from the first for each of them. */
  async function readHeader(file: string, format: PictureFormat): Promise<PictureHeader> {
    if (await libvips.run('frames', { file, format, max: maxFrames }))
      throw new PictureRejected('tooManyFrames')
    return libvips.run('measure', { file })
  }

  /** A format that the library can't read, as one that it can. */
  const convertedFrom = (file: string, { format, memory }: Measured) =>
    getFormat(format).convert?.(file, {
      maxPixels,
      maxBytes: memory,
      timeoutMs: conversionTimeoutMs,
    })

  return {
    async prepare(file, specs) {
      const picture = await measure(file)
      const { format, width, height, memory } = picture
      const { mime } = getFormat(format)
      if (specs.length === 0) return { mime, width, height, variants: [] }
      return whenThereIsMemory(memory, async () => {
        await using converted = await convertedFrom(file, picture)
        const made = await libvips
          .run('prepare', { file: converted?.path ?? file, specs, maxPixels })
          .catch(refuse)
        const variants = specs.flatMap((spec, index) => {
          const bytes = made[index]
          return bytes ? [{ spec, bytes }] : []
        })
        return { mime, width, height, variants }
      })
    },

    async makePyramid(file, target) {
      const picture = await measure(file)
      await whenThereIsMemory(picture.memory + picture.turnedBytes, async () => {
        await using converted = await convertedFrom(file, picture)
        // It was read when it was uploaded: what fails now is the disk.
        await libvips
          .run('pyramid', { original: converted?.path ?? file, target })
          .catch(refuseExhausting)
      })
    },

    computeLikeness: (picture) =>
      queue(() => libvips.run('likeness', { picture }), { slots: fewestSlots }),
  }
}

/** Checked before the library reads the file: it would also render SVG, which can reference other files. */
async function claimedFormat(file: string): Promise<PictureFormat> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(signatureBytes),
    0,
    signatureBytes,
    0,
  )
  const format = detectPictureFormat(buffer.subarray(0, bytesRead))
  if (format === null) throw new PictureRejected('unknown')
  return format
}

function refuse(error: unknown): never {
  throw error instanceof JobFailed ? new PictureRejected('broken', error) : refuseExhausting(error)
}

function refuseExhausting(error: unknown): never {
  throw error instanceof JobStopped ? new PictureRejected('tooHeavy', error) : error
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

const concurrency = Math.min(4, availableParallelism())
const limits = { concurrency, maxWaiting: 400, maxWaitMs: seconds(15), rejection: tooManyRequests }
const largePixels = 4 * 512 * 512

/** Visitors' tiles are made of files of our own making, in processes apart from those of what staff upload. */
export function createTileRenderer(): TileRenderer {
  const jobs = createLibvipsRunner()
  const queue = createQueue(limits)
  return {
    async render(job, caller) {
      // A large one runs alone: its memory is needed once.
      const slots = job.width * job.height > largePixels ? concurrency : 1
      try {
        // One that has begun is finished: it takes less than starting another process.
        return await queue(() => jobs.run('tile', job), { ...caller, slots })
      } catch (error) {
        if (!(error instanceof JobStopped)) throw error
        throw new Failure('timedOut', 'This image takes too long. Please ask for a smaller one.')
      }
    },
    close: jobs.close,
  }
}
