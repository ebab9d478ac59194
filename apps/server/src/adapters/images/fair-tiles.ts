import { availableParallelism } from 'node:os'
import { Failure, tooMany } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import { type Libvips, LibvipsExhausted } from './libvips.ts'
import type { TileJob, Tiles } from './tiles.ts'

// Counted in tiles: at some ten milliseconds for each, nobody waits much longer than four seconds.
const maxWaiting = 400
const tilePixels = 512 * 512

export function fairTiles(libvips: Libvips): Tiles {
  const concurrency = Math.min(4, availableParallelism())
  const tiles = createQueue({ concurrency, maxWaiting: Infinity, rejection: tooMany })
  const waitingOf = new Map<string, number>()
  let waiting = 0

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
    async render(job, address, signal) {
      const size = Math.ceil((job.width * job.height) / tilePixels)
      if (waiting + size > maxWaiting) throw tooMany()
      const before = waitingOf.get(address) ?? 0
      waiting += size
      waitingOf.set(address, before + 1)
      try {
        // A large one runs alone: its memory is needed once.
        const slots = size > 4 ? concurrency : 1
        return await tiles(() => make(job), { priority: -before, signal, slots })
      } finally {
        waiting -= size
        const left = (waitingOf.get(address) ?? 1) - 1
        if (left > 0) waitingOf.set(address, left)
        else waitingOf.delete(address)
      }
    },
  }
}
