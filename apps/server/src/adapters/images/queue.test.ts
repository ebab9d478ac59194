import { expect, test } from 'vitest'
import { atMost } from './queue.ts'

test('no more than so many run at once, in the order they came, and a failure frees its place', async () => {
  const inTurn = atMost(2)
  let running = 0
  let most = 0
  const finished: number[] = []
  const work = (name: number) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
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
