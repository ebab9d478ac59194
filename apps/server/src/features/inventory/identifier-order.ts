import { chunks, yieldingChunks, yieldToEventLoop } from '../../db/chunks.ts'

interface Row {
  readonly id: number
  readonly identifier: string
}

// The databases disagree about accents and numbers, so rows are sorted here: A2 stands before A10.
const collator = new Intl.Collator('fr-CH', { numeric: true, sensitivity: 'base' })
const compare = (a: Row, b: Row): number => collator.compare(a.identifier, b.identifier) || a.id - b.id

/** Sorts by identifier, in batches: one long sort would block the event loop. */
export async function inOrder<T extends Row>(rows: readonly T[]): Promise<T[]> {
  let runs: T[][] = []
  for await (const some of yieldingChunks(rows)) runs.push(some.toSorted(compare))
  while (runs.length > 1) {
    const merged: T[][] = []
    for (const [first = [], second = []] of chunks(runs, 2)) merged.push(await merge(first, second))
    runs = merged
  }
  return runs[0] ?? []
}

const rowsPerBatch = 5_000

async function merge<T extends Row>(first: readonly T[], second: readonly T[]): Promise<T[]> {
  const [last, next] = [first.at(-1), second[0]]
  // Ids usually follow the identifiers, so the batches are often in order already.
  if (last && next && compare(last, next) <= 0) return [...first, ...second]
  const merged: T[] = []
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
