import { availableParallelism } from 'node:os'
import { seconds } from '../../base/clock.ts'
import { Failure, tooMany } from '../../base/failure.ts'
import { JobStopped } from '../../base/jobs.ts'
import { createQueue } from '../../base/queue.ts'
import { libvips } from './libvips.ts'
import type { Tiles } from './tiles.ts'

const concurrency = Math.min(4, availableParallelism())
const limits = { concurrency, maxWaiting: 400, maxWaitMs: seconds(15), rejection: tooMany }
const largePixels = 4 * 512 * 512

/** Visitors' tiles are made of files of our own making, in processes apart from those of what staff upload. */
export function libvipsTiles(): Tiles {
  const jobs = libvips()
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
