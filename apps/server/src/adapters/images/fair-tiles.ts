import { availableParallelism } from 'node:os'
import { seconds } from '../../base/clock.ts'
import { Failure, tooMany } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import { type Libvips, LibvipsExhausted } from './libvips.ts'
import type { TileJob, Tiles } from './tiles.ts'

const concurrency = Math.min(4, availableParallelism())
const limits = { concurrency, maxWaiting: 400, maxWaitMs: seconds(15), rejection: tooMany }
const largePixels = 4 * 512 * 512

export function fairTiles(libvips: Libvips): Tiles {
  const queue = createQueue(limits)

  async function make(job: TileJob): Promise<Buffer> {
    try {
      const { buffer, byteOffset, byteLength } = await libvips.run('tile', job)
      return Buffer.from(buffer, byteOffset, byteLength)
    } catch (error) {
      if (!(error instanceof LibvipsExhausted)) throw error
      throw new Failure('timedOut', 'This image takes too long. Please ask for a smaller one.')
    }
  }

  return {
    render(job, caller) {
      // A large one runs alone: its memory is needed once.
      const slots = job.width * job.height > largePixels ? concurrency : 1
      return queue(() => make(job), { ...caller, slots })
    },
  }
}
