import { setImmediate, setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from './failure.ts'
import { createQueue } from './queue.ts'

const rejection = () => new Error('full')

test('runs at most so many at once, in the order they came, and a failure frees its slot', async () => {
  const inTurn = createQueue({ concurrency: 2, maxWaiting: 20, rejection })
  let running = 0
  let most = 0
  const finished: number[] = []
  const work = (name: number) => async () => {
    most = Math.max(most, ++running)
    await setTimeout(5)
    running--
    finished.push(name)
    if (name % 3 === 0) throw new Error(`${name} failed`)
    return name
  }
  const names = Array.from({ length: 20 }, (_, index) => index)
  const results = await Promise.allSettled(names.map((name) => inTurn(work(name))))

  expect(most).toBe(2)
  expect(finished).toEqual(names)
  expect(results.map(({ status }) => status)).toEqual(names.map((name) => (name % 3 === 0 ? 'rejected' : 'fulfilled')))
})

test('slots never add up to more than there are, and a job that wants more runs alone', async () => {
  const inTurn = createQueue({ concurrency: 10, maxWaiting: Number.POSITIVE_INFINITY, rejection })
  const running: number[] = []
  const seen: number[][] = []
  const work = (slots: number) =>
    inTurn(
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

test('a job over the limit is rejected, and a cancelled one makes room', async () => {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: 1, rejection })
  const first = Promise.withResolvers<string>()
  const leave = new AbortController()
  const running = inTurn(() => first.promise)
  const leaving = inTurn(async () => 'never', { signal: leave.signal })
  await expect(inTurn(async () => 'too many')).rejects.toThrow('full')
  leave.abort(new Error('gone'))
  await expect(leaving).rejects.toThrow('gone')
  const next = inTurn(async () => 'next')
  first.resolve('first')
  expect(await Promise.all([running, next])).toEqual(['first', 'next'])
  await expect(inTurn(async () => 'x', { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
  expect(await inTurn(async () => 'idle again')).toBe('idle again')
})

test('a higher priority goes first and has its own places in the queue', async () => {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: 2, rejection })
  const first = Promise.withResolvers<void>()
  const order: string[] = []
  const noted = (name: string, priority = 0) => inTurn(async () => void order.push(name), { priority })
  const running = [inTurn(() => first.promise), noted('one'), noted('two'), noted('known', 1)]
  await expect(noted('three')).rejects.toThrow('full')
  first.resolve()
  await Promise.all(running)
  expect(order).toEqual(['known', 'one', 'two'])
})

test('a job that has begun keeps its slot when it is cancelled', async () => {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: 2, rejection })
  const first = Promise.withResolvers<string>()
  const leave = new AbortController()
  const order: string[] = []
  const running = inTurn(async () => order.push(await first.promise), { signal: leave.signal })
  const next = inTurn(async () => order.push('next'))
  leave.abort(new Error('gone'))
  await setTimeout(5)
  first.resolve('first')
  await Promise.all([running, next])
  expect(order).toEqual(['first', 'next'])
})

test('clients take turns, however many jobs one of them has waiting', async () => {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: 20, rejection })
  const first = Promise.withResolvers<void>()
  const order: string[] = []
  const noted = (client: string) => inTurn(async () => void order.push(client), { client })
  const running = [inTurn(() => first.promise, { client: 'a' }), ...['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map(noted)]
  first.resolve()
  await Promise.all(running)
  expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a', 'a'])
})

test('the places of a full queue are shared by its clients, and a client with nothing waiting always gets one', async () => {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: 4, rejection })
  const first = Promise.withResolvers<void>()
  const rejected: string[] = []
  const asking = (client: string) => inTurn(async () => {}, { client }).catch(() => rejected.push(client))
  const running = [inTurn(() => first.promise), ...'aaaaaabbbbccdefghh'.split('').map(asking)]
  await setTimeout(1)
  expect(rejected.join('')).toBe('aabbch')
  first.resolve()
  await Promise.all(running)
})

test('a job that waits too long is rejected as busy, with a Retry-After', async () => {
  const inTurn = createQueue({ concurrency: 1, maxWaiting: 4, maxWaitMs: 5, rejection })
  const first = Promise.withResolvers<string>()
  const running = inTurn(() => first.promise)
  const error = await inTurn(async () => 'never').catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Failure)
  expect(error).toMatchObject({ status: 503, details: { retryAfter: expect.any(Number) } })
  first.resolve('first')
  expect(await running).toBe('first')
  expect(await inTurn(async () => 'next')).toBe('next')
})

const concurrency = 4
const step = fc.oneof(
  fc.record({
    does: fc.constant('add' as const),
    slots: fc.integer({ min: 1, max: concurrency }),
    priority: fc.integer({ min: 0, max: 1 }),
    client: fc.constantFrom('a', 'a', 'a', 'b', 'c'),
  }),
  fc.record({ does: fc.constantFrom('finish' as const, 'cancel' as const), which: fc.nat() }),
)

interface Tracked {
  readonly slots: number
  readonly priority: number
  readonly client: string
  /** Nothing of its client was waiting at its priority when it came. */
  readonly isFirst: boolean
  readonly finish: () => void
  readonly cancel: () => void
  /** How many of the others had begun when it came. */
  readonly before: number
  ends: number
  state: 'waiting' | 'running' | 'finished' | 'cancelled' | 'rejected'
}

test('slots, priorities, clients and cancellations together: each job ends once, in order, and nothing gets stuck', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 20 }),
      async (steps, maxWaiting) => {
        const queue = createQueue({ concurrency, maxWaiting, rejection })
        const jobs: Tracked[] = []
        const begun: Tracked[] = []
        const faults: Error[] = []
        const all = (state: Tracked['state']) => jobs.filter((job) => job.state === state)
        const free = () => all('running').reduce((left, { slots }) => left - slots, concurrency)

        function start(job: Tracked, finished: Promise<void>): Promise<void> {
          const overtaken = all('waiting').filter((other) => jobs.indexOf(other) < jobs.indexOf(job))
          expect(overtaken.filter(({ priority, isFirst }) => isFirst && priority >= job.priority)).toEqual([])
          expect(all('waiting').filter(({ priority }) => priority > job.priority)).toEqual([])
          expect(job.state).toBe('waiting')
          if (job.isFirst) {
            // Of each client, one of the turn under way and one of the next, however many it has waiting.
            const meanwhile = begun.slice(job.before).filter(({ priority }) => priority === job.priority)
            for (const some of Map.groupBy(meanwhile, ({ client }) => client).values())
              expect(some.length).toBeLessThanOrEqual(2)
          }
          begun.push(job)
          job.state = 'running'
          expect(free()).toBeGreaterThanOrEqual(0)
          return finished
        }

        function add(asked: Pick<Tracked, 'slots' | 'priority' | 'client'>): void {
          const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
          const leave = new AbortController()
          const own = all('waiting').filter((job) => job.client === asked.client && job.priority === asked.priority)
          const cancel = () => {
            job.state = 'cancelled'
            leave.abort()
          }
          const isFirst = own.length === 0
          const job: Tracked = { ...asked, isFirst, finish, cancel, before: begun.length, ends: 0, state: 'waiting' }
          jobs.push(job)
          queue(() => start(job, finished), { ...asked, signal: leave.signal }).then(
            () => {
              job.ends++
              job.state = 'finished'
            },
            (error: Error) => {
              job.ends++
              if (job.state === 'cancelled') return
              job.state = 'rejected'
              if (error.message !== 'full') faults.push(error)
            },
          )
        }

        for (const one of steps) {
          if (one.does === 'add') add(one)
          else {
            const some = all(one.does === 'finish' ? 'running' : 'waiting')
            some[one.which % some.length]?.[one.does]()
          }
          await setImmediate()
          const doNotFit = all('waiting').filter(({ slots }) => slots > free())
          expect(doNotFit.length > 0 || all('waiting').length === 0).toBe(true)
          expect(all('rejected').filter(({ isFirst }) => isFirst)).toEqual([])
        }
        while (all('running').length > 0) {
          for (const job of all('running')) job.finish()
          await setImmediate()
        }
        expect(all('waiting')).toEqual([])
        expect(jobs.filter(({ ends }) => ends !== 1)).toEqual([])
        expect(faults).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})

test('a job that takes all slots runs, though small ones of ever new clients keep coming', async () => {
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
