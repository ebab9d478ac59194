import { api } from '@vitrine/contract'
import type { Client } from './client.ts'

export interface Crowd {
  /** Ends it and waits for the last answers. */
  stop(): Promise<void>
  readonly reads: number
  /** Reads that failed although they were retried, as browsers do. */
  readonly failedReads: readonly string[]
  /** Reads that had to be retried. */
  readonly repeatedReads: readonly string[]
  /** Acknowledged comments. */
  readonly saved: readonly string[]
  /** Comments without an answer: they may be saved or not. */
  readonly unknown: readonly { comment: string; why: string }[]
}

/** Clients that read and write without a pause. Only reads are ever retried. */
export function startCrowd(
  client: Client,
  itemId: number,
  { readers = 6, writers = 3 } = {},
): Crowd {
  let going = true
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

  async function readOnce(path: string): Promise<string | null> {
    try {
      const answer = await client.fetch(path)
      await answer.arrayBuffer()
      return answer.ok ? null : `${path}: ${answer.status}`
    } catch (error) {
      return `${path}: ${error}`
    }
  }

  async function read(): Promise<void> {
    for (let turn = 0; going; turn++) {
      const path = paths[turn % paths.length] ?? ''
      reads++
      const problem = await readOnce(path)
      if (!problem) continue
      repeatedReads.push(problem)
      const again = await readOnce(path)
      if (again) failedReads.push(again)
    }
  }

  async function write(writer: number): Promise<void> {
    for (let turn = 0; going; turn++) {
      const comment = `${writer} wrote this as number ${turn} at ${performance.now()}`
      try {
        const answer = await client.send(api.comments.add, { body: { itemId, comment } })
        await answer.arrayBuffer()
        if (answer.ok) saved.push(comment)
        else unknown.push({ comment, why: String(answer.status) })
      } catch (error) {
        unknown.push({ comment, why: String(error) })
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  const clients = [
    ...Array.from({ length: readers }, () => read()),
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
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
      going = false
      await Promise.all(clients)
    },
  }
}
