import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { yieldIfDue, yieldToEventLoop } from './event-loop.ts'

/** Takes as much of a turn as one may. */
function work(): void {
  const began = performance.now()
  while (performance.now() - began < 11);
}

test.for([
  ['yieldIfDue', yieldIfDue],
  ['yieldToEventLoop', yieldToEventLoop],
] as const)(
  '%s lets one long step run in each turn, and each task in its turn',
  async ([, wait]) => {
    const steps: number[] = []
    const task = async (name: number) => {
      await yieldToEventLoop()
      for (let step = 0; step < 3; step++) {
        work()
        steps.push(name)
        await wait()
      }
    }
    let isRunning = true
    const done = Promise.all([1, 2, 3, 4, 5].map(task)).finally(() => {
      isRunning = false
    })
    let most = 0
    while (isRunning) {
      const before = steps.length
      await setImmediate()
      most = Math.max(most, steps.length - before)
    }
    await done
    expect(most).toBe(1)
    expect(steps).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
  },
)
