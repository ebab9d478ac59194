import { overloaded } from './failure.ts'

export interface QueueLimits {
  /** How many slots there are. */
  readonly concurrency: number
  /**
   * How many jobs may wait per priority; the next one is rejected. The clients that wait have an equal share each, and at
   * least one place: a client with nothing waiting is never rejected.
   */
  readonly maxWaiting: number
  /** A job that has not started so long after its last client came is rejected with a 503. */
  readonly maxWaitMs?: number
  readonly rejection: () => Error
}

/** The clients of shared work: they come and go while it waits, but there is always one. */
export interface ObservableClients {
  current(): ReadonlySet<string>
  /** Calls back after each change, until the function that it returns is called. */
  onChange(listener: () => void): () => void
}

export type Client = string | ObservableClients

export interface QueuedJob {
  /** How many slots it takes, at most all of them. */
  readonly slots?: number
  /** Higher runs first. */
  readonly priority?: number
  /** Clients take turns within a priority. A shared job runs as soon as it would as a job of any of its clients alone. */
  readonly client?: Client
  /** Removes the job from the queue; a running job keeps its slots unless it handles the signal itself. */
  readonly signal?: AbortSignal
}

/** Where a job comes from. */
export type Caller = Required<Pick<QueuedJob, 'client' | 'signal'>>

/** A caller that never disconnects: cached work is finished even if its client has gone. */
export const uncancellableCaller = (): Caller => ({
  client: 'server',
  signal: new AbortController().signal,
})

export type Queue = <T>(work: () => Promise<T>, job?: QueuedJob) => Promise<T>

/** Jobs of a priority run by turn, those of a turn in the order they came; a client has one job per turn. */
interface Place {
  readonly turn: number
  readonly arrival: number
}

interface Waiting {
  readonly slots: number
  readonly priority: number
  /** By client. */
  readonly places: Map<string, Place>
  /** The best of these. */
  place: Place
  readonly start: () => void
}

/** A queue with a concurrency limit. */
export function createQueue({ concurrency, maxWaiting, maxWaitMs, rejection }: QueueLimits): Queue {
  /** In the order in which they will start. */
  const waiting: Waiting[] = []
  /** The turn of the job that started last, by priority. */
  const turns = new Map<number, number>()
  let arrivals = 0
  let free = concurrency

  /** All slots of a job are taken at once. One that does not fit yet is not overtaken: small ones would starve it. */
  function startNext(): void {
    for (let [next] = waiting; next && next.slots <= free; [next] = waiting) {
      waiting.shift()
      free -= next.slots
      turns.set(next.priority, next.place.turn)
      next.start()
    }
  }

  const jobsOf = (client: string, priority: number): Waiting[] =>
    waiting.filter((job) => job.priority === priority && job.places.has(client))

  function hasRoom(client: string, priority: number): boolean {
    const line = waiting.filter((job) => job.priority === priority)
    const clients = new Set(line.flatMap(({ places }) => [...places.keys()])).add(client)
    const share = Math.max(1, Math.floor(maxWaiting / clients.size))
    return jobsOf(client, priority).length < share
  }

  /** After the jobs of its turn that are here already: ever new clients would starve them. */
  function newPlace(client: string, priority: number): Place {
    const ends = jobsOf(client, priority).map(
      ({ places, slots }) => (places.get(client)?.turn ?? 0) + slots,
    )
    return { turn: Math.max((turns.get(priority) ?? 0) + 1, ...ends), arrival: arrivals++ }
  }

  /** Puts a job where the best place of its present clients is. */
  function putInLine(job: Waiting, clients: ReadonlySet<string>): void {
    const { places, priority } = job
    for (const client of places.keys()) if (!clients.has(client)) places.delete(client)
    for (const client of clients)
      if (!places.has(client)) places.set(client, newPlace(client, priority))
    job.place = [...places.values()].reduce((best, place) =>
      isEarlier(place, best) ? place : best,
    )
    takeOut(job)
    const index = waiting.findIndex((other) => isBefore(job, other))
    waiting.splice(index < 0 ? waiting.length : index, 0, job)
    startNext()
  }

  function takeOut(job: Waiting): boolean {
    const index = waiting.indexOf(job)
    if (index >= 0) waiting.splice(index, 1)
    return index >= 0
  }

  async function takeSlots(
    slots: number,
    { priority = 0, client = '', signal }: QueuedJob,
  ): Promise<void> {
    const { promise: started, resolve: start, reject } = Promise.withResolvers<void>()
    const clients = typeof client === 'string' ? alone(client) : client
    const isNext = slots <= free && !waiting.some((job) => job.priority >= priority)
    if (!isNext && ![...clients.current()].some((one) => hasRoom(one, priority))) throw rejection()

    const job: Waiting = {
      slots,
      priority,
      places: new Map(),
      place: { turn: 0, arrival: 0 },
      start,
    }
    putInLine(job, clients.current())
    const leave = (reason: unknown) => {
      if (!takeOut(job)) return
      reject(reason)
      startNext()
    }
    const abort = () => leave(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    const timer = maxWaitMs ? setTimeout(() => leave(overloaded()), maxWaitMs).unref() : undefined
    const stopListening = clients.onChange(() => {
      if (!waiting.includes(job)) return
      const present = clients.current()
      if ([...present].some((one) => !job.places.has(one))) timer?.refresh()
      putInLine(job, present)
    })
    try {
      await started
    } finally {
      clearTimeout(timer)
      stopListening()
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

const alone = (client: string): ObservableClients => ({
  current: () => new Set([client]),
  onChange: () => () => undefined,
})

const isEarlier = (a: Place, b: Place): boolean =>
  a.turn < b.turn || (a.turn === b.turn && a.arrival < b.arrival)

const isBefore = (a: Waiting, b: Waiting): boolean =>
  a.priority > b.priority || (a.priority === b.priority && isEarlier(a.place, b.place))
