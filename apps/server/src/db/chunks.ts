import { setImmediate } from 'node:timers/promises'

// SQLite takes at most 30,000 parameters in a statement; this leaves room for rows of many columns.
const rowsPerStatement = 500

/** Batches of rows that fit one statement each. */
export function* chunks<T>(rows: readonly T[], size = rowsPerStatement): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

/** The same, yielding to the event loop between batches: SQLite is synchronous and would block other requests. */
export async function* yieldingChunks<T>(rows: readonly T[], size = rowsPerStatement): AsyncGenerator<readonly T[]> {
  let first = true
  for (const some of chunks(rows, size)) {
    if (!first) await yieldToEventLoop()
    first = false
    yield some
  }
}

export const yieldToEventLoop = (): Promise<void> => setImmediate()

const sliceMs = 10

/** For a loop of steps that may be long or short: awaited after each, it yields to the event loop once a few milliseconds are over. */
export function timeSlice(): () => Promise<void> | undefined {
  let begun = performance.now()
  return () => {
    if (performance.now() - begun < sliceMs) return undefined
    return yieldToEventLoop().then(() => {
      begun = performance.now()
    })
  }
}
