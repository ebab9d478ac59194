import { setImmediate as nextTurn } from 'node:timers/promises'

const sliceMs = 10
let turnBegan: number | undefined

/**
 * For long work in short steps: awaited after each, it yields to the event loop once the present turn has lasted some
 * milliseconds, so that other requests come in between.
 */
export function yieldIfDue(): Promise<void> | undefined {
  turnBegan ??= beginTurn()
  return performance.now() - turnBegan < sliceMs ? undefined : nextTurn()
}

function beginTurn(): number {
  setImmediate(() => {
    turnBegan = undefined
  })
  return performance.now()
}
