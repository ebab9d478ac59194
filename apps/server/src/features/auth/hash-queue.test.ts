import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashQueue } from './hash-queue.ts'

/** Work that goes on until it is told to end. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

test('never more than a few hash at once, however many come', async () => {
  const queue = hashQueue({ atOnce: 2, waiting: 100 })
  let [now, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++now)
    await setImmediate()
    now--
  }
  await Promise.all(Array.from({ length: 50 }, () => queue('stranger', work)))
  expect(most).toBe(2)
})

test('who finds a full line is refused at once; a known browser has a line of its own and goes first', async () => {
  const queue = hashQueue({ atOnce: 1, waiting: 2 })
  const first = held()
  const order: string[] = []
  const noted = (name: string) => async () => void order.push(name)
  const running = [
    queue('stranger', first.work),
    queue('stranger', noted('one')),
    queue('stranger', noted('two')),
    queue('known', noted('known')),
  ]
  await expect(queue('stranger', noted('three'))).rejects.toMatchObject({ status: 503, details: { retryAfter: 5 } })
  first.end()
  await Promise.all(running)
  expect(order).toEqual(['known', 'one', 'two'])
})

test('work that fails gives its place back', async () => {
  const queue = hashQueue({ atOnce: 1, waiting: 1 })
  await expect(queue('known', () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory')
  await expect(queue('known', async () => 'done')).resolves.toBe('done')
})
