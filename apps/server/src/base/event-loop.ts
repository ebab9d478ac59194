const sliceMs = 10
let turnBegan: number | undefined
/** Long work that waits for a later turn, in the order in which it came. */
const waiting: (() => void)[] = []

/**
 * For long work in short steps: awaited after each, it yields to the event loop once the present turn has lasted some
 * milliseconds, so that other requests come in between.
 */
export const yieldIfDue = (): Promise<void> | undefined =>
  isTurnUsedUp() ? yieldToEventLoop() : undefined

/** Waits for a later turn. However much work waits, a turn ends some milliseconds and one step after it began. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    setImmediate(continueNext)
  })

function continueNext(): void {
  if (isTurnUsedUp()) setImmediate(continueNext)
  else waiting.shift()?.()
}

function isTurnUsedUp(): boolean {
  turnBegan ??= beginTurn()
  return performance.now() - turnBegan >= sliceMs
}

function beginTurn(): number {
  setImmediate(() => {
    turnBegan = undefined
  })
  return performance.now()
}
