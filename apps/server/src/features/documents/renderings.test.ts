import { expect, test } from 'vitest'
import { type RenderingWork, renderings } from './renderings.ts'

/** Work that goes on until it is told to end. */
function work() {
  const begun: RenderingWork[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    finish: (index: number) => ends[index]?.(),
    begin: (given: RenderingWork) =>
      new Promise<void>((resolve, reject) => {
        begun.push(given)
        ends.push(resolve)
        given.signal.addEventListener('abort', () => reject(given.signal.reason))
      }),
  }
}

test('all who ask share one rendering, and see how far it is', async () => {
  const { join } = renderings()
  const { begun, begin, finish } = work()
  using first = join('a', 3, begin)
  using second = join('a', 3, begin)
  await expect.poll(() => begun).toHaveLength(1)
  begun[0]?.report({ stage: 'setting', done: 2, total: 3 })
  expect([first.progress(), second.progress()]).toEqual(Array(2).fill({ stage: 'setting', done: 2, total: 3 }))
  finish(0)
  await Promise.all([first.done, second.done])
})

test('who leaves disturbs nobody; when the last has left, it is stopped, and the next one begins anew', async () => {
  const { join } = renderings()
  const { begun, begin, finish } = work()
  const first = join('a', 1, begin)
  const second = join('a', 1, begin)
  await expect.poll(() => begun).toHaveLength(1)
  first[Symbol.dispose]()
  expect(begun[0]?.signal.aborted).toBe(false)
  second[Symbol.dispose]()
  expect(begun[0]?.signal.aborted).toBe(true)
  await expect(second.done).rejects.toThrow('disconnected')

  using third = join('a', 1, begin)
  await expect.poll(() => begun).toHaveLength(2)
  expect(third.progress().stage).toBe('collecting')
  finish(1)
  await third.done
})

test('one at a time; who comes when too many wait is asked to come again; who stops waiting is skipped', async () => {
  const { join } = renderings()
  const { begun, begin, finish } = work()
  using first = join('1', 1, begin)
  const second = join('2', 1, begin)
  using third = join('3', 1, begin)
  using _fourth = join('4', 1, begin)
  expect(() => join('5', 1, begin)).toThrow(expect.objectContaining({ status: 503, details: { retryAfter: 5 } }))

  // Only who waits for another one is told so.
  expect([first, third].map(({ progress }) => progress().stage)).toEqual(['collecting', 'waiting'])

  await expect.poll(() => begun).toHaveLength(1)
  second[Symbol.dispose]()
  finish(0)
  await first.done
  await expect(second.done).rejects.toThrow('disconnected')
  await expect.poll(() => begun).toHaveLength(2)
  finish(1)
  await third.done
})

test('a failure is told to all, and not kept', async () => {
  const { join } = renderings()
  using first = join('a', 1, () => Promise.reject(new Error('broken')))
  await expect(first.done).rejects.toThrow('broken')
  using second = join('a', 1, () => Promise.resolve())
  await second.done
})
