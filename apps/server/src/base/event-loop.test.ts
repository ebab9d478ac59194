import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { yieldIfDue, yieldToEventLoop } from './event-loop.ts'

/** Blocks for slightly longer than one time slice. */
function blockForOneSlice(): void {
  const startedAt = performance.now()
  while (performance.now() - startedAt < 11);
}

test.for([
  ['yieldIfDue', yieldIfDue],
  ['yieldToEventLoop', yieldToEventLoop],
] as const)('%s runs one long step per turn and lets tasks alternate', async ([, wait]) => {
  const steps: number[] = []
  const task = async (name: number) => {
    await yieldToEventLoop()
    for (let step = 0; step < 3; step++) {
      blockForOneSlice()
      steps.push(name)
      await wait()
    }
  }
  let isRunning = true
  const done = Promise.all([1, 2, 3, 4, 5].map(task)).finally(() => {
    isRunning = false
  })
  let maxStepsPerTurn = 0
  while (isRunning) {
    const before = steps.length
    await setImmediate()
    maxStepsPerTurn = Math.max(maxStepsPerTurn, steps.length - before)
  }
  await done
  expect(maxStepsPerTurn).toBe(1)
  expect(steps).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
})
