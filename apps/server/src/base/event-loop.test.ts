import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { yieldIfDue, yieldToEventLoop } from './event-loop.ts'

// Slightly longer than a time slice of the event loop, which is 10 ms.
const stepMs = 11
const taskNumbers = [1, 2, 3, 4, 5]
const stepsPerTask = 3

function block(milliseconds: number): void {
  const startedAt = performance.now()
  while (performance.now() - startedAt < milliseconds);
}

test.for([
  ['yieldIfDue', yieldIfDue],
  ['yieldToEventLoop', yieldToEventLoop],
] as const)('%s runs one long step per turn and lets tasks alternate', async ([, yieldTurn]) => {
  const steps: number[] = []
  async function runTask(taskNumber: number): Promise<void> {
    await yieldToEventLoop()
    for (let step = 0; step < stepsPerTask; step++) {
      block(stepMs)
      steps.push(taskNumber)
      await yieldTurn()
    }
  }

  const maxStepsPerTurn = await measureGrowthPerTurn(steps, Promise.all(taskNumbers.map(runTask)))
  expect(maxStepsPerTurn).toBe(1)
  const alternatingSteps = Array.from({ length: stepsPerTask }, () => taskNumbers).flat()
  expect(steps).toEqual(alternatingSteps)
})

/** Counts how many elements a list gains at most per turn of the event loop while work is done. */
async function measureGrowthPerTurn(list: readonly unknown[], work: Promise<unknown>) {
  let isRunning = true
  const done = work.finally(() => {
    isRunning = false
  })
  let maxGrowth = 0
  while (isRunning) {
    const lengthBefore = list.length
    await setImmediate()
    maxGrowth = Math.max(maxGrowth, list.length - lengthBefore)
  }
  await done
  return maxGrowth
}
