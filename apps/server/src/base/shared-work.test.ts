import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from './failure.ts'
import { type Caller, createQueue, type QueueLimits } from './queue.ts'
import { sharedWork } from './shared-work.ts'

afterEach(() => vi.useRealTimers())

const never = () => new AbortController().signal
const limits: QueueLimits = { concurrency: 1, maxWaiting: 20, rejection: () => new Error('full') }

/**
 * A queue whose only slot is taken until `open` is called; `order` records the keys of shared jobs
 * as they start.
 */
function busyQueue(changes: Partial<QueueLimits> = {}) {
  const queue = createQueue({ ...limits, ...changes })
  const share = sharedWork<void>()
  const order: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = queue(() => gate.promise, { client: 'busy' })
  const call = (key: string, client: string, signal = never()) =>
    share(key, { client, signal }, (sharing) => queue(async () => void order.push(key), sharing))
  return {
    queue,
    order,
    call,
    open: () => {
      gate.resolve()
      return first
    },
  }
}

test('lets callers with the same key share one piece of work', async () => {
  const share = sharedWork<number>()
  let begun = 0
  const call = () =>
    share('key', { client: 'a', signal: never() }, async () => {
      await setTimeout(1)
      return ++begun
    })
  expect(await Promise.all([call(), call()])).toEqual([1, 1])
  expect(await call()).toBe(2)
})

test('aborts work when its last caller has cancelled, not before', async () => {
  const share = sharedWork<void>()
  const signals: AbortSignal[] = []
  const [first, second] = [new AbortController(), new AbortController()]
  const call = ({ signal }: AbortController) =>
    share('key', { client: 'a', signal }, async (sharing) => {
      signals.push(sharing.signal)
      await setTimeout(1_000, undefined, { signal: sharing.signal })
    })
  const calls = [call(first), call(second)]
  first.abort(new Error('gone'))
  await expect(calls[0]).rejects.toThrow('gone')
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  second.abort(new Error('gone'))
  await expect(calls[1]).rejects.toThrow('gone')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('gives a client its own turn when it joins a job of a busy client', async () => {
  const { call, order, open } = busyQueue()
  const calls = [
    ...['1', '2', '3', '4', '5'].map((key) => call(key, 'busy')),
    call('5', 'b'),
    call('4', 'b'),
  ]
  await open()
  await Promise.all(calls)
  expect(order).toEqual(['1', '5', '2', '4', '3'])
})

test('does not delay a job that a busy client joins', async () => {
  const { call, order, open } = busyQueue()
  const calls = [
    ...['1', '2', '3'].map((key) => call(key, 'busy')),
    call('4', 'b'),
    call('4', 'busy'),
  ]
  await open()
  await Promise.all(calls)
  expect(order).toEqual(['1', '4', '2', '3'])
})

test('returns a job to its place when the client with a better one leaves', async () => {
  const { call, order, open } = busyQueue()
  const calls = ['1', '2', '3', '4', '5'].map((key) => call(key, 'busy'))
  for (const key of ['5', '4', '3']) {
    const leave = new AbortController()
    const joined = call(key, 'b', leave.signal)
    leave.abort(new Error('gone'))
    await expect(joined).rejects.toThrow('gone')
  }
  await open()
  await Promise.all(calls)
  expect(order).toEqual(['1', '2', '3', '4', '5'])
})

test('rejects a job only if none of its clients may add one', async () => {
  const { queue, order, open } = busyQueue({ maxWaiting: 2 })
  const share = sharedWork<void>()
  const call = (key: string, client: string) =>
    share(key, { client, signal: never() }, async (sharing) => {
      // Yields first, as looking for a file would.
      await setImmediate()
      await queue(async () => void order.push(key), sharing)
    })
  const calls = [...['1', '2', '3', '4'].map((key) => call(key, 'busy')), call('4', 'b')]
  const settled = Promise.allSettled(calls)
  await setTimeout(1)
  await open()
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
})

test('restarts the waiting time when a client joins', async () => {
  vi.useFakeTimers()
  const { call, open } = busyQueue({ maxWaitMs: 200 })
  const calls = [call('1', 'busy'), call('2', 'busy').catch((error: Error) => error)]
  vi.advanceTimersByTime(150)
  calls.push(call('1', 'b'))
  vi.advanceTimersByTime(150)
  await open()
  expect(await Promise.all(calls)).toEqual([undefined, expect.any(Failure), undefined])
})

test('passes its clients on to the shared work that it waits for', async () => {
  const { queue, order, open } = busyQueue()
  const [outer, inner] = [sharedWork<void>(), sharedWork<void>()]
  const prepare = (key: string, sharing: Caller) =>
    inner(`prepare ${key}`, sharing, (all) =>
      queue(async () => void order.push(`prepare ${key}`), all),
    )
  const call = (key: string, client: string) =>
    outer(key, { client, signal: never() }, (sharing) => prepare(key, sharing))
  const calls = [...['1', '2', '3'].map((key) => call(key, 'busy')), call('3', 'b')]
  await open()
  await Promise.all(calls)
  expect(order).toEqual(['prepare 1', 'prepare 3', 'prepare 2'])
})
