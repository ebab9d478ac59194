/** How long work may run in one turn of the event loop before it yields. */
const timeSliceMs = 10
let turnStartedAt: number | undefined
/** Resolvers of waiting work, first in, first out. */
const waitingWork: (() => void)[] = []

/**
 * Await this after each short step of long work: once the current turn of the event loop has used
 * its time slice, it yields, so that other requests can run.
 */
export const yieldIfDue = (): Promise<void> | undefined =>
  isTimeSliceUsed() ? yieldToEventLoop() : undefined

/**
 * Waits for a later turn of the event loop. Waiters resume one at a time, so a turn ends at most
 * one step after its time slice is used.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waitingWork.push(resolve)
    setImmediate(resumeNext)
  })

function resumeNext(): void {
  if (isTimeSliceUsed()) setImmediate(resumeNext)
  else waitingWork.shift()?.()
}

function isTimeSliceUsed(): boolean {
  turnStartedAt ??= startTurn()
  return performance.now() - turnStartedAt >= timeSliceMs
}

function startTurn(): number {
  setImmediate(() => {
    turnStartedAt = undefined
  })
  return performance.now()
}
