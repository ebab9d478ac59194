import { setImmediate } from 'node:timers/promises'

// SQLite takes at most 30,000 parameters in a statement; this leaves room for rows of many columns.
const rowsPerStatement = 500

/** The rows in pieces that fit a statement each. */
export function* chunks<T>(rows: readonly T[], size = rowsPerStatement): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

/** Lets other requests have a turn: SQLite answers without ever giving way to them. */
export const breathe = (): Promise<void> => setImmediate()
