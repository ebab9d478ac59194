import PQueue from 'p-queue'

interface Limits {
  /** How many slots there are. */
  readonly concurrency: number
  /** How many slots may be waited for, in each priority; the next job is rejected. */
  readonly maxWaiting: number
  readonly rejection: () => Error
}

interface Job {
  /** How many slots it takes; one that wants more than there are takes all of them. */
  readonly slots?: number
  /** Higher ones go first. */
  readonly priority?: number
  /** Aborts the waiting; what has begun goes on and keeps its slots, unless it listens itself. */
  readonly signal?: AbortSignal
}

export type Queue = <T>(work: () => Promise<T>, job?: Job) => Promise<T>

/** Runs no more at once than there are slots; the others wait in the order they came, up to a limit. */
export function createQueue({ concurrency, maxWaiting, rejection }: Limits): Queue {
  const queue = new PQueue({ concurrency })

  return async (work, { slots = 1, priority = 0, signal } = {}) => {
    signal?.throwIfAborted()
    if (queue.pending >= concurrency && queue.sizeBy({ priority }) >= maxWaiting) throw rejection()
    const leaving = new AbortController()
    const leave = () => leaving.abort(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    const options = { priority, signal: leaving.signal }
    const done = Promise.withResolvers<void>()
    // They come before the job itself: by the time it begins, all its slots are taken.
    for (let extra = 1; extra < Math.min(slots, concurrency); extra++) {
      queue.add(() => done.promise, options).catch(() => {})
    }
    try {
      return await queue.add(() => {
        signal?.removeEventListener('abort', leave)
        return work()
      }, options)
    } finally {
      done.resolve()
    }
  }
}
