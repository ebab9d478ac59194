import { busy } from './failure.ts'

export interface QueueLimits {
  /** How many slots there are. */
  readonly concurrency: number
  /**
   * How many jobs may wait per priority; the next one is rejected. The clients that wait have an equal share each, and at
   * least one place: a client with nothing waiting is never rejected.
   */
  readonly maxWaiting: number
  /** A job that has not started by then is rejected with a 503. */
  readonly maxWaitMs?: number
  readonly rejection: () => Error
}

export interface QueuedJob {
  /** How many slots it takes, at most all of them. */
  readonly slots?: number
  /** Higher runs first. */
  readonly priority?: number
  /** Clients take turns within a priority. */
  readonly client?: string
  /** Removes the job from the queue; a running job keeps its slots unless it handles the signal itself. */
  readonly signal?: AbortSignal
}

/** Where a job comes from. */
export type Caller = Required<Pick<QueuedJob, 'client' | 'signal'>>

export type Queue = <T>(work: () => Promise<T>, job?: QueuedJob) => Promise<T>

interface Waiting {
  readonly slots: number
  readonly priority: number
  readonly client: string
  /** Jobs of a priority run by turn, those of a turn in the order they came; a client has one job per turn. */
  readonly turn: number
  readonly start: () => void
}

/** A queue with a concurrency limit. */
export function createQueue({ concurrency, maxWaiting, maxWaitMs, rejection }: QueueLimits): Queue {
  /** In the order in which they will start. */
  const waiting: Waiting[] = []
  /** The turn of the job that started last, by priority. */
  const turns = new Map<number, number>()
  let free = concurrency

  /** All slots of a job are taken at once. One that does not fit yet is not overtaken: small ones would starve it. */
  function startNext(): void {
    for (let [next] = waiting; next && next.slots <= free; [next] = waiting) {
      waiting.shift()
      free -= next.slots
      turns.set(next.priority, next.turn)
      next.start()
    }
  }

  const shareOf = (client: string, line: readonly Waiting[]): number =>
    Math.max(1, Math.floor(maxWaiting / new Set(line.map((job) => job.client)).add(client).size))

  /** After the jobs of its turn that are here already: ever new clients would starve them. */
  function add(job: Waiting): void {
    const isAfter = ({ priority, turn }: Waiting) =>
      priority < job.priority || (priority === job.priority && turn > job.turn)
    const place = waiting.findIndex(isAfter)
    waiting.splice(place < 0 ? waiting.length : place, 0, job)
    startNext()
  }

  async function takeSlots(slots: number, { priority = 0, client = '', signal }: QueuedJob): Promise<void> {
    const { promise: started, resolve: start, reject } = Promise.withResolvers<void>()
    const line = waiting.filter((job) => job.priority === priority)
    const own = line.filter((job) => job.client === client)
    const isNext = slots <= free && !waiting.some((job) => job.priority >= priority)
    if (!isNext && own.length >= shareOf(client, line)) throw rejection()
    const last = own.at(-1)
    const turn = last ? last.turn + last.slots : (turns.get(priority) ?? 0) + 1
    const job = { slots, priority, client, turn, start }
    add(job)
    const leave = (reason: unknown) => {
      const place = waiting.indexOf(job)
      if (place < 0) return
      waiting.splice(place, 1)
      reject(reason)
      startNext()
    }
    const abort = () => leave(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    const timer = maxWaitMs && setTimeout(() => leave(busy()), maxWaitMs).unref()
    try {
      await started
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  return async (work, job = {}) => {
    job.signal?.throwIfAborted()
    const slots = Math.min(job.slots ?? 1, concurrency)
    await takeSlots(slots, job)
    try {
      return await work()
    } finally {
      free += slots
      startNext()
    }
  }
}
