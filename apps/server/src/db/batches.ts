import { yieldToEventLoop } from '../base/event-loop.ts'

// SQLite allows 32,766 parameters per statement: this suffices for rows of up to 65 columns.
const rowsPerStatement = 500

/** Yields batches of rows; by default each fits into one SQL statement. */
export function* splitIntoBatches<T>(
  rows: readonly T[],
  size = rowsPerStatement,
): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

/** Like `splitIntoBatches`, but lets other requests run between batches. */
export async function* splitIntoYieldingBatches<T>(
  rows: readonly T[],
  size = rowsPerStatement,
): AsyncGenerator<readonly T[]> {
  let isFirst = true
  for (const batch of splitIntoBatches(rows, size)) {
    if (!isFirst) await yieldToEventLoop()
    isFirst = false
    yield batch
  }
}

/**
 * Collects rows until their JSON reaches `maxBytes`, but at least one row. `more` tells whether
 * further rows follow.
 */
export async function collectUpToBytes<T>(
  pages: AsyncIterable<readonly T[]>,
  maxBytes: number,
): Promise<{ rows: T[]; more: boolean }> {
  const rows: T[] = []
  let bytes = 0
  for await (const page of pages) {
    for (const row of page) {
      if (bytes >= maxBytes) return { rows, more: true }
      rows.push(row)
      bytes += Buffer.byteLength(JSON.stringify(row))
    }
  }
  return { rows, more: false }
}
