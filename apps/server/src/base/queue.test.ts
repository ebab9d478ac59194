import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

const rejection = () => new Error('full')

test('no more than so many run at once, in the order they came, and a failure frees its place', async () => {
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

test('slots never add up to more than there are, and what wants more than that runs alone', async () => {
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

test('who comes when the line is full is refused, and who leaves makes room', async () => {
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

test('who has the higher priority goes first and waits in a line of its own', async () => {
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

test('what has begun keeps its slot, though who asked has left', async () => {
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
