import { compareKeys, sortKey } from '@vitrine/contract'
import { chunks, yieldingChunks, yieldToEventLoop } from '../../db/chunks.ts'

interface Row {
  readonly id: number
  readonly identifier: string
}

interface Keyed<T> {
  readonly row: T
  readonly key: string
}

const compare = (a: Keyed<Row>, b: Keyed<Row>): number => compareKeys(a.key, b.key) || a.row.id - b.row.id

/** Sorts by identifier, in batches: one long sort would block the event loop. */
export async function inOrder<T extends Row>(rows: readonly T[]): Promise<T[]> {
  let runs: Keyed<T>[][] = []
  for await (const some of yieldingChunks(rows)) {
    runs.push(some.map((row) => ({ row, key: sortKey(row.identifier) })).sort(compare))
  }
  while (runs.length > 1) {
    const merged: Keyed<T>[][] = []
    for (const [first = [], second = []] of chunks(runs, 2)) merged.push(await merge(first, second))
    runs = merged
  }
  return runs[0]?.map(({ row }) => row) ?? []
}

const rowsPerBatch = 5_000

async function merge<T extends Row>(first: readonly Keyed<T>[], second: readonly Keyed<T>[]): Promise<Keyed<T>[]> {
  const [last, next] = [first.at(-1), second[0]]
  // Ids usually follow the identifiers, so the batches are often in order already.
  if (last && next && compare(last, next) <= 0) return [...first, ...second]
  const merged: Keyed<T>[] = []
  let [i, j] = [0, 0]
  while (merged.length < first.length + second.length) {
    const [a, b] = [first[i], second[j]]
    if (a && (!b || compare(a, b) <= 0)) {
      merged.push(a)
      i++
    } else if (b) {
      merged.push(b)
      j++
    }
    if (merged.length % rowsPerBatch === 0) await yieldToEventLoop()
  }
  return merged
}
