import { overloaded } from './failure.ts'

export interface QueueLimits {
  /** Number of slots. */
  readonly concurrency: number
  /**
   * How many jobs may wait per priority; further ones are rejected. Waiting clients share this
   * number equally, with at least one job each: a client with nothing waiting is never rejected.
   */
  readonly maxWaiting: number
  /** A job that has not started this long after its last client joined is rejected with a 503. */
  readonly maxWaitMs?: number
  readonly rejection: () => Error
}

/**
 * The clients of shared work. They join and leave while it waits, but there is always at least
 * one.
 */
export interface ObservableClients {
  current(): ReadonlySet<string>
  /** Calls the listener after each change; returns a function to unsubscribe. */
  onChange(listener: () => void): () => void
}

export type Client = string | ObservableClients

export interface QueuedJob {
  /** Number of slots that the job takes, at most all of them. */
  readonly slots?: number
  /** Higher runs first. */
  readonly priority?: number
  /**
   * Clients take turns within a priority. A shared job runs as early as it would for the client
   * whose turn comes first.
   */
  readonly client?: Client
  /**
   * Removes the job from the queue; a running job keeps its slots unless it handles the signal
   * itself.
   */
  readonly signal?: AbortSignal
}

/** The client of a job, and the signal that cancels it. */
export type Caller = Required<Pick<QueuedJob, 'client' | 'signal'>>

/** A caller that never disconnects: work for a cache is finished even if its client has gone. */
export const createUncancellableCaller = (): Caller => ({
  client: 'server',
  signal: new AbortController().signal,
})

export type Queue = <T>(work: () => Promise<T>, job?: QueuedJob) => Promise<T>

/**
 * A position in the queue. Jobs of a priority run by turn, and within a turn by arrival. A client
 * has at most one job per turn, and a job with several slots also uses up the client's next turns.
 */
interface QueuePosition {
  readonly turn: number
  readonly arrival: number
}

interface WaitingJob {
  readonly slots: number
  readonly priority: number
  readonly positionsByClient: Map<string, QueuePosition>
  /** The earliest position of any of its clients. */
  position: QueuePosition
  readonly start: () => void
}

/** A queue with a concurrency limit. */
export function createQueue({ concurrency, maxWaiting, maxWaitMs, rejection }: QueueLimits): Queue {
  const line = createWaitingLine(maxWaiting)
  let freeSlots = concurrency

  /**
   * A job takes all its slots at once. A job that does not fit yet is not overtaken, or smaller
   * ones would starve it.
   */
  function startWaitingJobs(): void {
    for (let next = line.getFirst(); next && next.slots <= freeSlots; next = line.getFirst()) {
      line.startFirst()
      freeSlots -= next.slots
      next.start()
    }
  }

  async function acquireSlots(
    slots: number,
    { priority = 0, client = '', signal }: QueuedJob,
  ): Promise<void> {
    const { promise: started, resolve: start, reject } = Promise.withResolvers<void>()
    const clients = typeof client === 'string' ? toObservableClients(client) : client

    const startsAtOnce = slots <= freeSlots && !line.hasJobOfPriority(priority)
    if (!startsAtOnce && !line.mayAdd(clients.current(), priority)) throw rejection()

    const job: WaitingJob = {
      slots,
      priority,
      // Both are set when the job is inserted.
      positionsByClient: new Map(),
      position: { turn: 0, arrival: 0 },
      start,
    }
    line.insert(job, clients.current())
    startWaitingJobs()

    const rejectWith = (reason: unknown) => {
      if (!line.remove(job)) return
      reject(reason)
      startWaitingJobs()
    }

    const abort = () => rejectWith(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    const timer = maxWaitMs
      ? setTimeout(() => rejectWith(overloaded()), maxWaitMs).unref()
      : undefined

    const stopListening = clients.onChange(() => {
      if (!line.has(job)) return
      const presentClients = clients.current()
      const hasNewClient = [...presentClients].some((name) => !job.positionsByClient.has(name))
      if (hasNewClient) timer?.refresh()
      line.insert(job, presentClients)
      startWaitingJobs()
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
    await acquireSlots(slots, job)
    try {
      return await work()
    } finally {
      freeSlots += slots
      startWaitingJobs()
    }
  }
}

/** Waiting jobs in the order in which they start, and the number that each client may add. */
function createWaitingLine(maxWaiting: number) {
  /** Sorted by start. */
  const waiting: WaitingJob[] = []
  const lastTurnByPriority = new Map<number, number>()
  let arrivalCount = 0

  const listJobsOfClient = (client: string, priority: number): WaitingJob[] =>
    waiting.filter((job) => job.priority === priority && job.positionsByClient.has(client))

  function mayClientAdd(client: string, priority: number): boolean {
    const jobsOfPriority = waiting.filter((job) => job.priority === priority)
    const clients = new Set(
      jobsOfPriority.flatMap(({ positionsByClient }) => [...positionsByClient.keys()]),
    ).add(client)
    const maxJobs = Math.max(1, Math.floor(maxWaiting / clients.size))
    return listJobsOfClient(client, priority).length < maxJobs
  }

  /**
   * The new position is behind the jobs already waiting for its turn: otherwise a stream of new
   * clients would starve them.
   */
  function createPosition(client: string, priority: number): QueuePosition {
    const nextTurns = listJobsOfClient(client, priority).map(
      ({ positionsByClient, slots }) => (positionsByClient.get(client)?.turn ?? 0) + slots,
    )
    return {
      turn: Math.max((lastTurnByPriority.get(priority) ?? 0) + 1, ...nextTurns),
      arrival: arrivalCount++,
    }
  }

  /** Gives a job one position for each of its present clients. */
  function updatePositions(job: WaitingJob, clients: ReadonlySet<string>): void {
    const { positionsByClient, priority } = job
    for (const client of positionsByClient.keys())
      if (!clients.has(client)) positionsByClient.delete(client)
    for (const client of clients)
      if (!positionsByClient.has(client))
        positionsByClient.set(client, createPosition(client, priority))
    job.position = findEarliest([...positionsByClient.values()])
  }

  function remove(job: WaitingJob): boolean {
    const index = waiting.indexOf(job)
    if (index >= 0) waiting.splice(index, 1)
    return index >= 0
  }

  return {
    has: (job: WaitingJob): boolean => waiting.includes(job),

    /** Whether a job waits that would start before a new one of this priority. */
    hasJobOfPriority: (priority: number): boolean =>
      waiting.some((job) => job.priority >= priority),

    mayAdd: (clients: ReadonlySet<string>, priority: number): boolean =>
      [...clients].some((client) => mayClientAdd(client, priority)),

    getFirst: (): WaitingJob | undefined => waiting[0],

    /** Removes the first job from the line, and begins its turn. */
    startFirst(): void {
      const job = waiting.shift()
      if (job) lastTurnByPriority.set(job.priority, job.position.turn)
    },

    /** Inserts a job, or moves it, to the earliest position of its present clients. */
    insert(job: WaitingJob, clients: ReadonlySet<string>): void {
      updatePositions(job, clients)
      remove(job)
      const index = waiting.findIndex((other) => isBefore(job, other))
      waiting.splice(index < 0 ? waiting.length : index, 0, job)
    },

    /** Returns false if the job does not wait any more. */
    remove,
  }
}

const toObservableClients = (client: string): ObservableClients => ({
  current: () => new Set([client]),
  onChange: () => () => undefined,
})

const findEarliest = (positions: readonly QueuePosition[]): QueuePosition =>
  positions.reduce((earliest, position) => (isEarlier(position, earliest) ? position : earliest))

const isEarlier = (a: QueuePosition, b: QueuePosition): boolean =>
  a.turn < b.turn || (a.turn === b.turn && a.arrival < b.arrival)

const isBefore = (a: WaitingJob, b: WaitingJob): boolean =>
  a.priority > b.priority || (a.priority === b.priority && isEarlier(a.position, b.position))
