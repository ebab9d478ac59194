import { setImmediate, setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from './failure.ts'
import { type Caller, createQueue } from './queue.ts'
import { sharedWork } from './shared-work.ts'

const rejection = () => new Error('full')

test('runs jobs in order within the concurrency limit, even if some fail', async () => {
  const queue = createQueue({ concurrency: 2, maxWaiting: 20, rejection })
  let running = 0
  let maxRunning = 0
  const finished: number[] = []
  const work = (name: number) => async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await setTimeout(5)
    running--
    finished.push(name)
    if (name % 3 === 0) throw new Error(`${name} failed`)
    return name
  }
  const names = Array.from({ length: 20 }, (_, index) => index)
  const results = await Promise.allSettled(names.map((name) => queue(work(name))))

  expect(maxRunning).toBe(2)
  expect(finished).toEqual(names)
  expect(results.map(({ status }) => status)).toEqual(
    names.map((name) => (name % 3 === 0 ? 'rejected' : 'fulfilled')),
  )
})

test('never exceeds its slots, and runs a job that wants more of them alone', async () => {
  const queue = createQueue({ concurrency: 10, maxWaiting: Number.POSITIVE_INFINITY, rejection })
  const running: number[] = []
  const seen: number[][] = []
  const work = (slots: number) =>
    queue(
      async () => {
        running.push(slots)
        seen.push([...running])
        await setTimeout(5)
        running.splice(running.indexOf(slots), 1)
      },
      { slots },
    )
  await Promise.all([4, 5, 30, 2, 9, 1].map(work))
  const sums = seen.map((slots) => slots.reduce((sum, count) => sum + count, 0))
  expect(sums.toSorted((a, b) => a - b)).toEqual([2, 4, 9, 9, 10, 30])
})

test('rejects a job when it is full, and has room again when one is cancelled', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 1, rejection })
  const first = Promise.withResolvers<string>()
  const leave = new AbortController()
  const running = queue(() => first.promise)
  const leaving = queue(async () => 'never', { signal: leave.signal })
  await expect(queue(async () => 'too many')).rejects.toThrow('full')
  leave.abort(new Error('gone'))
  await expect(leaving).rejects.toThrow('gone')
  const next = queue(async () => 'next')
  first.resolve('first')
  expect(await Promise.all([running, next])).toEqual(['first', 'next'])
  await expect(
    queue(async () => 'x', { signal: AbortSignal.abort(new Error('gone')) }),
  ).rejects.toThrow('gone')
  expect(await queue(async () => 'idle again')).toBe('idle again')
})

test('runs higher priorities first, with waiting places of their own', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 2, rejection })
  const first = Promise.withResolvers<void>()
  const order: string[] = []
  const addJob = (name: string, priority = 0) =>
    queue(async () => void order.push(name), { priority })
  const running = [queue(() => first.promise), addJob('one'), addJob('two'), addJob('known', 1)]
  await expect(addJob('three')).rejects.toThrow('full')
  first.resolve()
  await Promise.all(running)
  expect(order).toEqual(['known', 'one', 'two'])
})

test('keeps the slot of a running job that is cancelled', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 2, rejection })
  const first = Promise.withResolvers<string>()
  const leave = new AbortController()
  const order: string[] = []
  const running = queue(async () => order.push(await first.promise), { signal: leave.signal })
  const next = queue(async () => order.push('next'))
  leave.abort(new Error('gone'))
  await setTimeout(5)
  first.resolve('first')
  await Promise.all([running, next])
  expect(order).toEqual(['first', 'next'])
})

test('lets clients take turns, however many jobs one of them has waiting', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 20, rejection })
  const first = Promise.withResolvers<void>()
  const order: string[] = []
  const addJob = (client: string) => queue(async () => void order.push(client), { client })
  const running = [
    queue(() => first.promise, { client: 'a' }),
    ...['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map(addJob),
  ]
  first.resolve()
  await Promise.all(running)
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a', 'a'])
})

test('shares its places among clients, and always admits one with nothing waiting', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 4, rejection })
  const first = Promise.withResolvers<void>()
  const rejected: string[] = []
  const tryToAdd = (client: string) =>
    queue(async () => {}, { client }).catch(() => rejected.push(client))
  const running = [queue(() => first.promise), ...'aaaaaabbbbccdefghh'.split('').map(tryToAdd)]
  await setTimeout(1)
  expect(rejected.join('')).toBe('aabbch')
  first.resolve()
  await Promise.all(running)
})

test('rejects a job that waits too long with 503 and Retry-After', async () => {
  const queue = createQueue({ concurrency: 1, maxWaiting: 4, maxWaitMs: 5, rejection })
  const first = Promise.withResolvers<string>()
  const running = queue(() => first.promise)
  const error = await queue(async () => 'never').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Failure)
  expect(error).toMatchObject({ status: 503, details: { retryAfter: expect.any(Number) } })
  first.resolve('first')
  expect(await running).toBe('first')
  expect(await queue(async () => 'next')).toBe('next')
})

const concurrency = 4
const client = fc.constantFrom('a', 'a', 'a', 'b', 'c')
const step = fc.oneof(
  fc.record({
    does: fc.constant('add' as const),
    slots: fc.integer({ min: 1, max: concurrency }),
    priority: fc.integer({ min: 0, max: 1 }),
    client,
  }),
  fc.record({ does: fc.constant('join' as const), which: fc.nat(), client }),
  fc.record({ does: fc.constantFrom('finish' as const, 'cancel' as const), which: fc.nat() }),
)

interface TrackedCaller {
  readonly client: string
  readonly job: Tracked
  /** Whether its client had nothing waiting at the job's priority when it called. */
  readonly isFirst: boolean
  /** Counts of jobs added and begun when it called. */
  readonly added: number
  readonly begun: number
  readonly cancel: () => void
  isCancelled: boolean
  ends: number
}

interface Tracked {
  readonly index: number
  readonly slots: number
  readonly priority: number
  readonly callers: TrackedCaller[]
  readonly finish: () => void
  readonly finished: Promise<void>
  state: 'waiting' | 'running' | 'finished' | 'cancelled' | 'rejected'
}

const present = ({ callers }: Tracked) => callers.filter(({ isCancelled }) => !isCancelled)
const clientsOf = (jobs: readonly Tracked[]) =>
  new Set(jobs.flatMap(present).map((caller) => caller.client))

test('settles every job once and in order, whoever joins, leaves or cancels', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 20 }),
      async (steps, maxWaiting) => {
        const queue = createQueue({ concurrency, maxWaiting, rejection })
        const share = sharedWork<void>()
        const jobs: Tracked[] = []
        const begun: Tracked[] = []
        const faults: Error[] = []
        const all = (state: Tracked['state']) => jobs.filter((job) => job.state === state)
        const free = () => all('running').reduce((left, { slots }) => left - slots, concurrency)

        async function run(job: Tracked): Promise<void> {
          expect(job.state).toBe('waiting')
          const waiting = all('waiting').filter((other) => other !== job)
          expect(waiting.filter(({ priority }) => priority > job.priority)).toEqual([])
          const before = waiting.filter(({ priority }) => priority >= job.priority).flatMap(present)
          expect(before.filter(({ isFirst, added }) => isFirst && added <= job.index)).toEqual([])
          for (const caller of present(job)) if (caller.isFirst) expectTurn(caller)
          begun.push(job)
          job.state = 'running'
          expect(free()).toBeGreaterThanOrEqual(0)
          await job.finished
          job.state = 'finished'
        }

        /**
         * Since the call, each client may have finished one job of the running turn and one of the
         * next, however many it has waiting.
         */
        function expectTurn({ job: { priority }, begun: since }: TrackedCaller): void {
          const meanwhile = begun.slice(since).filter((job) => job.priority === priority)
          expect(meanwhile.length).toBeLessThanOrEqual(2 * clientsOf(meanwhile).size)
          const unshared = meanwhile.filter(({ callers }) => callers.length === 1)
          for (const some of Map.groupBy(unshared, ({ callers }) => callers[0]?.client).values())
            expect(some.length).toBeLessThanOrEqual(2)
        }

        function call(job: Tracked, client: string): void {
          const line = all('waiting').filter(({ priority }) => priority === job.priority)
          const leave = new AbortController()
          const caller: TrackedCaller = {
            ...{
              client,
              job,
              isFirst: !clientsOf(line).has(client),
              added: jobs.length,
              begun: begun.length,
            },
            ...{ cancel: () => leave.abort(), isCancelled: false, ends: 0 },
          }
          job.callers.push(caller)
          const { slots, priority } = job
          const work = (sharing: Caller) => queue(() => run(job), { ...sharing, slots, priority })
          share(String(job.index), { client, signal: leave.signal }, work).then(
            () => {
              caller.ends++
            },
            (error: Error) => {
              caller.ends++
              if (caller.isCancelled) return
              job.state = 'rejected'
              if (error.message !== 'full') faults.push(error)
            },
          )
        }

        function add({
          slots,
          priority,
          client,
        }: {
          slots: number
          priority: number
          client: string
        }): void {
          const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
          const job: Tracked = {
            index: jobs.length,
            slots,
            priority,
            callers: [],
            finish,
            finished,
            state: 'waiting',
          }
          call(job, client)
          jobs.push(job)
        }

        function cancel(caller: TrackedCaller): void {
          caller.isCancelled = true
          if (present(caller.job).length === 0) caller.job.state = 'cancelled'
          caller.cancel()
        }

        const some = <T>(list: readonly T[], which: number) => list[which % list.length]
        for (const one of steps) {
          if (one.does === 'add') add(one)
          if (one.does === 'finish') some(all('running'), one.which)?.finish()
          if (one.does === 'join') {
            const job = some(all('waiting'), one.which)
            if (job) call(job, one.client)
          }
          if (one.does === 'cancel') {
            const caller = some(all('waiting').flatMap(present), one.which)
            if (caller) cancel(caller)
          }
          await setImmediate()
          const doNotFit = all('waiting').filter(({ slots }) => slots > free())
          expect(doNotFit.length > 0 || all('waiting').length === 0).toBe(true)
          expect(
            all('rejected').filter(({ callers }) => callers.some(({ isFirst }) => isFirst)),
          ).toEqual([])
        }
        while (all('running').length > 0) {
          for (const job of all('running')) job.finish()
          await setImmediate()
        }
        expect(all('waiting')).toEqual([])
        expect(jobs.flatMap(({ callers }) => callers).filter(({ ends }) => ends !== 1)).toEqual([])
        expect(faults).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})

test('runs a job needing all slots although new clients keep adding small ones', async () => {
  const queue = createQueue({ concurrency: 2, maxWaiting: 10, rejection })
  let small = 0
  let isOver = false
  const flood = async (): Promise<void> => {
    while (!isOver) await queue(() => setTimeout(1), { client: `small ${small++}` })
  }
  const floods = Array.from({ length: 5 }, flood)
  await queue(async () => 'large', { slots: 2, client: 'large' })
  isOver = true
  await Promise.all(floods)
  expect(small).toBeLessThan(20)
})
