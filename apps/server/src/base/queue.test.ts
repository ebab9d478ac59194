import { setImmediate, setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from './failure.ts'
import { type Caller, createQueue, type Queue, type QueuedJob } from './queue.ts'
import { sharedWork } from './shared-work.ts'

const rejection = () => new Error('full')

/** Takes a slot of the queue until `release` is called. */
function occupySlot(queue: Queue, job?: QueuedJob) {
  const gate = Promise.withResolvers<void>()
  const done = queue(() => gate.promise, job)
  return {
    release(): Promise<void> {
      gate.resolve()
      return done
    },
  }
}

test('runs jobs in order within the concurrency limit, even if some fail', async () => {
  const queue = createQueue({ concurrency: 2, maxWaiting: 20, rejection })
  let running = 0
  let maxRunning = 0
  const finished: number[] = []
  const mustFail = (index: number) => index % 3 === 0
  const createWork = (index: number) => async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await setTimeout(5)
    running--
    finished.push(index)
    if (mustFail(index)) throw new Error(`${index} failed`)
  }
  const indexes = Array.from({ length: 20 }, (_, index) => index)
  const results = await Promise.allSettled(indexes.map((index) => queue(createWork(index))))

  expect(maxRunning).toBe(2)
  expect(finished).toEqual(indexes)
  expect(results.map(({ status }) => status)).toEqual(
    indexes.map((index) => (mustFail(index) ? 'rejected' : 'fulfilled')),
  )
})

test('never exceeds its slots, and runs a job that wants more of them alone', async () => {
  const queue = createQueue({ concurrency: 10, maxWaiting: Number.POSITIVE_INFINITY, rejection })
  const runningSlots: number[] = []
  /** The slots asked for by all running jobs, recorded at each start. */
  const totals: number[] = []
  const run = (slots: number) =>
    queue(
      async () => {
        runningSlots.push(slots)
        totals.push(runningSlots.reduce((total, count) => total + count, 0))
        await setTimeout(5)
        runningSlots.splice(runningSlots.indexOf(slots), 1)
      },
      { slots },
    )
  await Promise.all([4, 5, 30, 2, 9, 1].map(run))
  // 4 and 5 run together (9), then 30 alone, then 2, and last 9 and 1 together (10).
  expect(totals).toEqual([4, 9, 30, 2, 9, 10])
})

test('rejects a job when the queue is full, and has room again when one is cancelled', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 1, rejection })
  const blocker = occupySlot(queue)
  const cancellation = new AbortController()
  const cancelled = queue(async () => 'never', { signal: cancellation.signal })
  await expect(queue(async () => 'too many')).rejects.toThrow('full')

  cancellation.abort(new Error('gone'))
  await expect(cancelled).rejects.toThrow('gone')
  const next = queue(async () => 'next')
  await blocker.release()
  expect(await next).toBe('next')
})

test('rejects a job that is cancelled before it is added, and takes no slot for it', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 0, rejection })
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(queue(async () => 'never', { signal })).rejects.toThrow('gone')
  expect(await queue(async () => 'next')).toBe('next')
})

test('runs higher priorities first, and limits the waiting jobs of each separately', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 2, rejection })
  const blocker = occupySlot(queue)
  const started: string[] = []
  const addJob = (name: string, priority = 0) =>
    queue(async () => void started.push(name), { priority })
  const jobs = [addJob('low 1'), addJob('low 2'), addJob('high', 1)]
  await expect(addJob('low 3')).rejects.toThrow('full')

  await blocker.release()
  await Promise.all(jobs)
  expect(started).toEqual(['high', 'low 1', 'low 2'])
})

test('keeps the slot of a running job that is cancelled', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 2, rejection })
  const cancellation = new AbortController()
  const running = occupySlot(queue, { signal: cancellation.signal })
  let hasNextStarted = false
  const next = queue(async () => {
    hasNextStarted = true
  })
  cancellation.abort(new Error('gone'))
  await setTimeout(5)
  expect(hasNextStarted).toBe(false)

  await running.release()
  await next
  expect(hasNextStarted).toBe(true)
})

test('lets clients take turns, however many jobs one of them has waiting', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 20, rejection })
  const blocker = occupySlot(queue, { client: 'a' })
  const started: string[] = []
  const addJob = (client: string) => queue(async () => void started.push(client), { client })
  const jobs = [...'aaaaabbc'].map(addJob)
  await blocker.release()
  await Promise.all(jobs)
  expect(started.join('')).toBe('abcabaaa')
})

test('shares the waiting jobs among clients, and always admits one with none waiting', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 4, rejection })
  const blocker = occupySlot(queue)
  const rejectedClients: string[] = []
  const tryToAdd = (client: string) =>
    queue(async () => {}, { client }).catch(() => rejectedClients.push(client))
  const jobs = [...'aaaaaabbbbccdefghh'].map(tryToAdd)
  await setTimeout(1)
  // a alone may have four jobs waiting, b beside it two, and each further client one.
  expect(rejectedClients.join('')).toBe('aabbch')
  await blocker.release()
  await Promise.all(jobs)
})

test('rejects a job that waits too long with 503 and Retry-After', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 4, maxWaitMs: 5, rejection })
  const blocker = occupySlot(queue)
  const error = await queue(async () => 'never').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Failure)
  expect(error).toMatchObject({ status: 503, details: { retryAfter: expect.any(Number) } })
  await blocker.release()
  expect(await queue(async () => 'next')).toBe('next')
})

test('runs a job needing all slots although new clients keep adding small ones', async () => {
  const queue = createQueue({ concurrency: 2, maxWaiting: 10, rejection })
  let smallJobCount = 0
  let isOver = false
  const keepAdding = async (): Promise<void> => {
    while (!isOver) await queue(() => setTimeout(1), { client: `small ${smallJobCount++}` })
  }
  const floods = Array.from({ length: 5 }, keepAdding)
  await queue(async () => 'large', { slots: 2, client: 'large' })
  isOver = true
  await Promise.all(floods)
  // The first five, and a few that were added until the large one ran.
  expect(smallJobCount).toBeLessThan(20)
})

test('settles every job once and in order, whoever joins, leaves or cancels', async () => {
  const checkSteps = async (steps: readonly Step[], maxWaiting: number) => {
    const model = new QueueModel(maxWaiting)
    for (const step of steps) {
      model.apply(step)
      await setImmediate()
      model.expectNoIdleSlots()
      model.expectFirstCallersAdmitted()
    }
    await model.finishAll()
    model.expectAllSettledOnce()
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 20 }),
      checkSteps,
    ),
    { numRuns: 300 },
  )
})

const concurrency = 4

// Client a makes more calls than the others.
const anyClient = fc.constantFrom('a', 'a', 'a', 'b', 'c')

// `choice` selects one of the jobs or callers that the step may concern.
const anyStep = fc.oneof(
  fc.record({
    action: fc.constant('add' as const),
    slots: fc.integer({ min: 1, max: concurrency }),
    priority: fc.integer({ min: 0, max: 1 }),
    client: anyClient,
  }),
  fc.record({ action: fc.constant('join' as const), choice: fc.nat(), client: anyClient }),
  fc.record({ action: fc.constant('finish' as const), choice: fc.nat() }),
  fc.record({ action: fc.constant('cancel' as const), choice: fc.nat() }),
)

type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never

interface TrackedCaller {
  readonly client: string
  readonly job: TrackedJob
  /** Whether its client had nothing waiting at the job's priority when it called. */
  readonly isFirst: boolean
  /** The numbers of jobs added and started before it called. */
  readonly jobsAddedBefore: number
  readonly jobsStartedBefore: number
  readonly cancel: () => void
  isCancelled: boolean
  /** How often its call was settled. */
  settledCount: number
}

interface TrackedJob {
  readonly index: number
  readonly slots: number
  readonly priority: number
  readonly callers: TrackedCaller[]
  readonly finish: () => void
  readonly finished: Promise<void>
  state: 'waiting' | 'running' | 'finished' | 'cancelled' | 'rejected'
}

const listPresentCallers = ({ callers }: TrackedJob) =>
  callers.filter(({ isCancelled }) => !isCancelled)

const listClients = (jobs: readonly TrackedJob[]) =>
  new Set(jobs.flatMap(listPresentCallers).map(({ client }) => client))

/** A queue of shared jobs that tracks every job and checks the rules whenever one starts. */
class QueueModel {
  readonly #queue: Queue
  readonly #share = sharedWork<void>()
  readonly #jobs: TrackedJob[] = []
  readonly #startedJobs: TrackedJob[] = []
  readonly #unexpectedErrors: Error[] = []

  constructor(maxWaiting: number) {
    this.#queue = createQueue({ concurrency, maxWaiting, rejection })
  }

  apply(step: Step): void {
    const choose = <T>(list: readonly T[], choice: number) => list[choice % list.length]

    if (step.action === 'add') this.#add(step)
    if (step.action === 'finish') choose(this.#listJobs('running'), step.choice)?.finish()
    if (step.action === 'join') {
      const job = choose(this.#listJobs('waiting'), step.choice)
      if (job) this.#call(job, step.client)
    }
    if (step.action === 'cancel') {
      const callers = this.#listJobs('waiting').flatMap(listPresentCallers)
      const caller = choose(callers, step.choice)
      if (caller) this.#cancel(caller)
    }
  }

  async finishAll(): Promise<void> {
    while (this.#listJobs('running').length > 0) {
      for (const job of this.#listJobs('running')) job.finish()
      await setImmediate()
    }
  }

  /** A job waits only if some waiting job does not fit. */
  expectNoIdleSlots(): void {
    const waiting = this.#listJobs('waiting')
    const tooLarge = waiting.filter(({ slots }) => slots > this.#countFreeSlots())
    expect(tooLarge.length > 0 || waiting.length === 0).toBe(true)
  }

  /** A client with nothing waiting is never rejected. */
  expectFirstCallersAdmitted(): void {
    const rejectedCallers = this.#listJobs('rejected').flatMap(({ callers }) => callers)
    expect(rejectedCallers.filter(({ isFirst }) => isFirst)).toEqual([])
  }

  expectAllSettledOnce(): void {
    expect(this.#listJobs('waiting')).toEqual([])
    const callers = this.#jobs.flatMap((job) => job.callers)
    expect(callers.filter(({ settledCount }) => settledCount !== 1)).toEqual([])
    expect(this.#unexpectedErrors).toEqual([])
  }

  #listJobs(state: TrackedJob['state']): TrackedJob[] {
    return this.#jobs.filter((job) => job.state === state)
  }

  #countFreeSlots(): number {
    return this.#listJobs('running').reduce((free, { slots }) => free - slots, concurrency)
  }

  #add({ slots, priority, client }: { slots: number; priority: number; client: string }): void {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
    const job: TrackedJob = {
      index: this.#jobs.length,
      slots,
      priority,
      callers: [],
      finish,
      finished,
      state: 'waiting',
    }
    this.#call(job, client)
    this.#jobs.push(job)
  }

  #call(job: TrackedJob, client: string): void {
    const { slots, priority } = job
    const waitingJobs = this.#listJobs('waiting').filter((other) => other.priority === priority)
    const cancellation = new AbortController()
    const { signal } = cancellation
    const caller: TrackedCaller = {
      client,
      job,
      isFirst: !listClients(waitingJobs).has(client),
      jobsAddedBefore: this.#jobs.length,
      jobsStartedBefore: this.#startedJobs.length,
      cancel: () => cancellation.abort(),
      isCancelled: false,
      settledCount: 0,
    }
    job.callers.push(caller)

    const work = (sharing: Caller) =>
      this.#queue(() => this.#run(job), { ...sharing, slots, priority })
    this.#share(String(job.index), { client, signal }, work).then(
      () => {
        caller.settledCount++
      },
      (error: Error) => {
        caller.settledCount++
        if (caller.isCancelled) return
        job.state = 'rejected'
        if (error.message !== 'full') this.#unexpectedErrors.push(error)
      },
    )
  }

  #cancel(caller: TrackedCaller): void {
    caller.isCancelled = true
    if (listPresentCallers(caller.job).length === 0) caller.job.state = 'cancelled'
    caller.cancel()
  }

  async #run(job: TrackedJob): Promise<void> {
    this.#expectMayStart(job)
    this.#startedJobs.push(job)
    job.state = 'running'
    expect(this.#countFreeSlots()).toBeGreaterThanOrEqual(0)
    await job.finished
    job.state = 'finished'
  }

  #expectMayStart(job: TrackedJob): void {
    expect(job.state).toBe('waiting')
    const others = this.#listJobs('waiting').filter((other) => other !== job)
    expect(others.filter(({ priority }) => priority > job.priority)).toEqual([])

    const overtakenCallers = others
      .filter(({ priority }) => priority >= job.priority)
      .flatMap(listPresentCallers)
    expect(
      overtakenCallers.filter((caller) => caller.isFirst && caller.jobsAddedBefore <= job.index),
    ).toEqual([])
    for (const caller of listPresentCallers(job)) if (caller.isFirst) this.#expectTurn(caller)
  }

  /**
   * Since the call, each client may have started one job of the current turn and one of the next,
   * however many it has waiting.
   */
  #expectTurn({ job: { priority }, jobsStartedBefore }: TrackedCaller): void {
    const startedSince = this.#startedJobs
      .slice(jobsStartedBefore)
      .filter((job) => job.priority === priority)
    expect(startedSince.length).toBeLessThanOrEqual(2 * listClients(startedSince).size)

    const unshared = startedSince.filter(({ callers }) => callers.length === 1)
    const jobsByClient = Map.groupBy(unshared, ({ callers }) => callers[0]?.client)
    for (const jobs of jobsByClient.values()) expect(jobs.length).toBeLessThanOrEqual(2)
  }
}
