import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from './failure.ts'
import { type Caller, createQueue, type QueueLimits } from './queue.ts'
import { sharedWork } from './shared-work.ts'

afterEach(() => vi.useRealTimers())

const createSignal = () => new AbortController().signal
const limits: QueueLimits = { concurrency: 1, maxWaiting: 20, rejection: () => new Error('full') }

/**
 * A queue whose only slot is taken by the client 'busy' until `release` is called. `startedKeys`
 * records the keys of shared jobs as they start.
 */
function createBusyQueue(changes: Partial<QueueLimits> = {}) {
  const queue = createQueue({ ...limits, ...changes })
  const share = sharedWork<void>()
  const startedKeys: string[] = []
  const gate = Promise.withResolvers<void>()
  const blocker = queue(() => gate.promise, { client: 'busy' })
  const call = (key: string, client: string, signal = createSignal()) =>
    share(key, { client, signal }, (sharing) =>
      queue(async () => void startedKeys.push(key), sharing),
    )
  return {
    queue,
    startedKeys,
    call,
    release(): Promise<void> {
      gate.resolve()
      return blocker
    },
  }
}

test('lets callers with the same key share one piece of work', async () => {
  const share = sharedWork<number>()
  let runCount = 0
  const call = () =>
    share('key', { client: 'a', signal: createSignal() }, async () => {
      await setTimeout(1)
      return ++runCount
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
  const { call, startedKeys, release } = createBusyQueue()
  const calls = [
    ...['1', '2', '3', '4', '5'].map((key) => call(key, 'busy')),
    call('5', 'b'),
    call('4', 'b'),
  ]
  await release()
  await Promise.all(calls)
  expect(startedKeys).toEqual(['1', '5', '2', '4', '3'])
})

test('does not delay a job that a busy client joins', async () => {
  const { call, startedKeys, release } = createBusyQueue()
  const calls = [
    ...['1', '2', '3'].map((key) => call(key, 'busy')),
    call('4', 'b'),
    call('4', 'busy'),
  ]
  await release()
  await Promise.all(calls)
  expect(startedKeys).toEqual(['1', '4', '2', '3'])
})

test('moves a job back when the client leaves that had brought it forward', async () => {
  const { call, startedKeys, release } = createBusyQueue()
  const calls = ['1', '2', '3', '4', '5'].map((key) => call(key, 'busy'))
  for (const key of ['5', '4', '3']) {
    const cancellation = new AbortController()
    const joined = call(key, 'b', cancellation.signal)
    cancellation.abort(new Error('gone'))
    await expect(joined).rejects.toThrow('gone')
  }
  await release()
  await Promise.all(calls)
  expect(startedKeys).toEqual(['1', '2', '3', '4', '5'])
})

test('rejects a job only if none of its clients may add one', async () => {
  const { queue, startedKeys, release } = createBusyQueue({ maxWaiting: 2 })
  const share = sharedWork<void>()
  const call = (key: string, client: string) =>
    share(key, { client, signal: createSignal() }, async (sharing) => {
      // Yields first, as looking for a file would.
      await setImmediate()
      await queue(async () => void startedKeys.push(key), sharing)
    })
  const calls = [...['1', '2', '3', '4'].map((key) => call(key, 'busy')), call('4', 'b')]
  const outcomes = Promise.allSettled(calls)
  await setTimeout(1)
  await release()
  // '3' is one job too many for 'busy'; '4' is admitted because 'b' has none waiting.
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
})

test('restarts the waiting time when a client joins', async () => {
  vi.useFakeTimers()
  const { call, release } = createBusyQueue({ maxWaitMs: 200 })
  const calls = [call('1', 'busy'), call('2', 'busy').catch((error: Error) => error)]
  // Twice 150 ms are more than a job may wait, unless its time starts again in between.
  vi.advanceTimersByTime(150)
  calls.push(call('1', 'b'))
  vi.advanceTimersByTime(150)
  await release()
  expect(await Promise.all(calls)).toEqual([undefined, expect.any(Failure), undefined])
})

test('passes its clients on to the shared work that it waits for', async () => {
  const { queue, startedKeys, release } = createBusyQueue()
  const [outer, inner] = [sharedWork<void>(), sharedWork<void>()]
  const prepare = (key: string, sharing: Caller) =>
    inner(`prepare ${key}`, sharing, (innerSharing) =>
      queue(async () => void startedKeys.push(`prepare ${key}`), innerSharing),
    )
  const call = (key: string, client: string) =>
    outer(key, { client, signal: createSignal() }, (sharing) => prepare(key, sharing))
  const calls = [...['1', '2', '3'].map((key) => call(key, 'busy')), call('3', 'b')]
  await release()
  await Promise.all(calls)
  expect(startedKeys).toEqual(['prepare 1', 'prepare 3', 'prepare 2'])
})
