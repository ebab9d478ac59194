import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { lowerPriority, startChild, terminate } from '../../base/child-process.ts'
import { seconds } from '../../base/clock.ts'
import { busy, Failure, tooMany } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'

export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export type TileFormat = 'jpg' | 'png' | 'webp'

/** A region of a picture, then its size, then its rotation, then its quality. */
export interface TileJob {
  /** The file of a pyramid, or a small JPEG of the whole picture. */
  readonly source: string | Uint8Array
  readonly region: Area
  readonly width: number
  readonly height: number
  readonly mirrored: boolean
  readonly rotation: 0 | 90 | 180 | 270
  readonly quality: 'default' | 'gray' | 'bitonal'
  readonly format: TileFormat
}

export interface PyramidJob {
  readonly original: string
  readonly target: string
}

/** The library could not do the job: its file is damaged or gone. */
export class ProcessFailed extends Error {}

export type ProcessJob = TileJob | PyramidJob
export type ProcessAnswer = { readonly id: number } & ({ readonly bytes: Uint8Array } | { readonly problem: string })

/** Parts of large pictures, made in a process of low priority that can be killed. */
export interface Tiles {
  /** Queued fairly between addresses; `signal` takes the job out of the queue. Fails with `ProcessFailed`. */
  render(job: TileJob, address: string, signal: AbortSignal): Promise<Buffer>
  /** Makes the file from which tiles are read: the picture upright, in sRGB, without metadata, in all its scales. */
  makePyramid(job: PyramidJob): Promise<void>
  close(): Promise<void>
}

const entry = new URL('tile-process.ts', import.meta.url)
// Counted in tiles: at some ten milliseconds for each, nobody waits much longer than four seconds.
const maxWaiting = 400
const tilePixels = 512 * 512
const maxKills = 3
const idleMs = seconds(30)
const timeoutMs = { tile: seconds(20), pyramid: seconds(60) }

interface Running {
  readonly settle: (answer: ProcessAnswer) => void
  readonly fail: (error: Error) => void
}

export function tileProcess(): Tiles {
  const concurrency = Math.min(4, availableParallelism())
  const tiles = createQueue({ concurrency, maxWaiting: Infinity, rejection: tooMany })
  const waitingOf = new Map<string, number>()
  let waiting = 0
  let child: ChildProcess | undefined
  let running = new Map<number, Running>()
  let lastId = 0
  let idle: NodeJS.Timeout | undefined
  let closed = false

  function start(): ChildProcess {
    const started = startChild(entry, { args: [], execArgv: ['--max-semi-space-size=4'] })
    const own = new Map<number, Running>()
    lowerPriority(started)
    started.on('message', (answer: ProcessAnswer) => own.get(answer.id)?.settle(answer))
    started.once('exit', () => {
      if (child === started) child = undefined
      for (const { fail } of own.values()) fail(new Killed('the process of tiles ended'))
    })
    child = started
    running = own
    return started
  }

  async function runOnce(job: ProcessJob, limitMs: number): Promise<Buffer> {
    if (closed) throw new Failure('unavailable', 'The server is shutting down. Please try again in a minute.')
    clearTimeout(idle)
    const at = child ?? start()
    const own = running
    const id = ++lastId
    const { promise, resolve: settle, reject: fail } = Promise.withResolvers<ProcessAnswer>()
    own.set(id, { settle, fail })
    // Whoever else has a job in it gets another process.
    const timer = setTimeout(() => {
      fail(new Failure('timedOut', 'This image takes too long. Please ask for a smaller one.'))
      at.kill('SIGKILL')
    }, limitMs)
    try {
      at.send({ id, job })
      const answer = await promise
      if ('problem' in answer) throw new ProcessFailed(answer.problem)
      const { buffer, byteOffset, byteLength } = answer.bytes
      return Buffer.from(buffer, byteOffset, byteLength)
    } finally {
      clearTimeout(timer)
      own.delete(id)
      if (own.size === 0 && child === at) idle = setTimeout(() => void terminate(at), idleMs).unref()
    }
  }

  /** Again where the process was killed because of another job. */
  async function run(job: ProcessJob, limitMs: number, kills = 0): Promise<Buffer> {
    try {
      return await runOnce(job, limitMs)
    } catch (error) {
      if (!(error instanceof Killed) || closed) throw error
      if (kills + 1 >= maxKills) throw busy()
      return run(job, limitMs, kills + 1)
    }
  }

  return {
    async render(job, address, signal) {
      const size = Math.ceil((job.width * job.height) / tilePixels)
      if (waiting + size > maxWaiting) throw tooMany()
      const before = waitingOf.get(address) ?? 0
      waiting += size
      waitingOf.set(address, before + 1)
      try {
        // A large one runs alone: its memory is needed once.
        const slots = size > 4 ? concurrency : 1
        return await tiles(() => run(job, timeoutMs.tile), { priority: -before, signal, slots })
      } finally {
        waiting -= size
        const left = (waitingOf.get(address) ?? 1) - 1
        if (left > 0) waitingOf.set(address, left)
        else waitingOf.delete(address)
      }
    },
    async makePyramid(job) {
      await run(job, timeoutMs.pyramid)
    },
    async close() {
      closed = true
      clearTimeout(idle)
      if (child) await terminate(child)
    },
  }
}

class Killed extends Error {}
