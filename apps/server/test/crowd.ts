import { api } from '@vitrine/contract'
import type { Client } from './client.ts'

export interface Crowd {
  /** Stops sending and waits for the last answers. */
  stop(): Promise<void>
  readonly reads: number
  /** Reads that failed even when they were retried, as browsers do. */
  readonly failedReads: readonly string[]
  /** Reads that had to be retried. */
  readonly repeatedReads: readonly string[]
  /** Acknowledged comments. */
  readonly saved: readonly string[]
  /** Comments without a successful answer, which may or may not be saved. */
  readonly unknown: readonly { comment: string; why: string }[]
}

const writePauseMs = 10

/**
 * Starts clients that read and write continuously. Failed reads are retried once, writes are not.
 */
export function startCrowd(
  client: Client,
  itemId: number,
  { readers = 6, writers = 3 } = {},
): Crowd {
  let isRunning = true
  let reads = 0
  const failedReads: string[] = []
  const repeatedReads: string[] = []
  const saved: string[] = []
  const unknown: { comment: string; why: string }[] = []
  const paths = [
    '/api/inventory/art',
    `/api/inventory/details/${itemId}`,
    '/api/settings',
    '/api/inventory/cars',
  ]

  /** Returns the problem of a failed read; null if it succeeded. */
  async function readOnce(path: string): Promise<string | null> {
    try {
      const answer = await client.fetch(path)
      await answer.arrayBuffer()
      return answer.ok ? null : `${path}: ${answer.status}`
    } catch (error) {
      return `${path}: ${error}`
    }
  }

  async function keepReading(): Promise<void> {
    for (let turn = 0; isRunning; turn++) {
      const path = paths[turn % paths.length] ?? ''
      reads++
      const problem = await readOnce(path)
      if (!problem) continue
      repeatedReads.push(problem)
      const secondProblem = await readOnce(path)
      if (secondProblem) failedReads.push(secondProblem)
    }
  }

  async function keepWriting(writer: number): Promise<void> {
    for (let turn = 0; isRunning; turn++) {
      const comment = `${writer} wrote this as number ${turn} at ${performance.now()}`
      try {
        const answer = await client.send(api.comments.add, { body: { itemId, comment } })
        await answer.arrayBuffer()
        if (answer.ok) saved.push(comment)
        else unknown.push({ comment, why: String(answer.status) })
      } catch (error) {
        unknown.push({ comment, why: String(error) })
      }
      await new Promise((resolve) => setTimeout(resolve, writePauseMs))
    }
  }

  const loops = [
    ...Array.from({ length: readers }, () => keepReading()),
    ...Array.from({ length: writers }, (_, writer) => keepWriting(writer)),
  ]
  return {
    get reads() {
      return reads
    },
    failedReads,
    repeatedReads,
    saved,
    unknown,
    async stop() {
      isRunning = false
      await Promise.all(loops)
    },
  }
}
