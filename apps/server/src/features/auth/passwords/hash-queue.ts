import { busy } from '../../../base/failure.ts'
import { createQueue } from '../../../base/queue.ts'

// Two of the four threads that Node has for this, for files and for compression; a full queue is gone in a few seconds.
const limits = { concurrency: 2, maxWaiting: 100, rejection: busy }

/** People whom their browser makes known go first, and strangers can't fill their queue. */
const priorities = { known: 1, stranger: 0 }

export function hashQueue() {
  const queue = createQueue(limits)
  return <T>(who: keyof typeof priorities, work: () => Promise<T>): Promise<T> =>
    queue(work, { priority: priorities[who] })
}

export type HashQueue = ReturnType<typeof hashQueue>
