import { busy } from '../../../base/failure.ts'
import { createQueue } from '../../../base/queue.ts'

// Two of Node’s four pool threads, which files and compression need too; a full queue drains in a few seconds.
const limits = { concurrency: 2, maxWaiting: 100, rejection: busy }

/** Known browsers go first, and strangers can't fill their queue. */
const priorities = { known: 1, stranger: 0 }

export function hashQueue() {
  const queue = createQueue(limits)
  return <T>(who: keyof typeof priorities, work: () => Promise<T>): Promise<T> =>
    queue(work, { priority: priorities[who] })
}

export type HashQueue = ReturnType<typeof hashQueue>
