import { yieldToEventLoop } from '../base/event-loop.ts'

// SQLite allows 30,000 parameters per statement; this leaves room for rows of many columns.
const rowsPerStatement = 500

/** Batches of rows that fit one statement each. */
export function* chunks<T>(rows: readonly T[], size = rowsPerStatement): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

/** Like `chunks`, yielding to the event loop between batches. */
export async function* yieldingChunks<T>(
  rows: readonly T[],
  size = rowsPerStatement,
): AsyncGenerator<readonly T[]> {
  let isFirst = true
  for (const chunk of chunks(rows, size)) {
    if (!isFirst) await yieldToEventLoop()
    isFirst = false
    yield chunk
  }
}

/**
 * Collects rows until their JSON reaches `maxBytes`, at least one; `more` tells whether others
 * follow.
 */
export async function collectUpToBytes<T>(
  pages: AsyncIterable<readonly T[]>,
  maxBytes: number,
): Promise<{ rows: T[]; more: boolean }> {
  const rows: T[] = []
  let bytes = 0
  for await (const chunk of pages) {
    for (const row of chunk) {
      if (bytes >= maxBytes) return { rows, more: true }
      rows.push(row)
      bytes += Buffer.byteLength(JSON.stringify(row))
    }
  }
  return { rows, more: false }
}
