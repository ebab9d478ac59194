import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

const refusal = () => new Error('full')

test('no more than so many run at once, in the order they came, and a failure frees its place', async () => {
  const inTurn = createQueue({ capacity: 2, waiting: 20, refusal })
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

test('weights never add up to more than the capacity, and what is heavier than all of it runs alone', async () => {
  const inTurn = createQueue({ capacity: 10, waiting: 20, refusal })
  const running: number[] = []
  const seen: number[][] = []
  const work = (weight: number) =>
    inTurn(
      async () => {
        running.push(weight)
        seen.push([...running])
        await setTimeout(5)
        running.splice(running.indexOf(weight), 1)
      },
      { weight },
    )
  await Promise.all([4, 5, 30, 2, 9, 1].map(work))
  const sums = seen.map((weights) => weights.reduce((sum, weight) => sum + weight, 0))
  expect(sums.toSorted((a, b) => a - b)).toEqual([2, 4, 9, 9, 10, 30])
})

test('who comes when the line is full is refused, and who leaves makes room', async () => {
  const inTurn = createQueue({ capacity: 1, waiting: 1, refusal })
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
