import PQueue from 'p-queue'

interface Limits {
  /** How many slots there are. */
  readonly concurrency: number
  /** How many slots may be queued per priority; the next job is rejected. */
  readonly maxWaiting: number
  readonly rejection: () => Error
}

interface Job {
  /** How many slots it takes, at most all of them. */
  readonly slots?: number
  /** Higher runs first. */
  readonly priority?: number
  /** Removes the job from the queue; a running job keeps its slots unless it handles the signal itself. */
  readonly signal?: AbortSignal
}

export type Queue = <T>(work: () => Promise<T>, job?: Job) => Promise<T>

/** A queue with a concurrency limit; jobs wait in order, up to a maximum. */
export function createQueue({ concurrency, maxWaiting, rejection }: Limits): Queue {
  const queue = new PQueue({ concurrency })

  return async (work, { slots = 1, priority = 0, signal } = {}) => {
    signal?.throwIfAborted()
    if (queue.pending >= concurrency && queue.sizeBy({ priority }) >= maxWaiting) throw rejection()
    const waiting = new AbortController()
    const cancel = () => waiting.abort(signal?.reason)
    signal?.addEventListener('abort', cancel, { once: true })
    const options = { priority, signal: waiting.signal }
    const done = Promise.withResolvers<void>()
    // The extra slots are queued first, so that all of them are taken by the time the job starts.
    for (let extra = 1; extra < Math.min(slots, concurrency); extra++) {
      queue.add(() => done.promise, options).catch(() => {})
    }
    try {
      return await queue.add(() => {
        signal?.removeEventListener('abort', cancel)
        return work()
      }, options)
    } finally {
      done.resolve()
    }
  }
}
