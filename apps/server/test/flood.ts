import type { Client } from './client.ts'

export interface Flood {
  /** How many of its requests were answered so far. */
  answered(): number
  /** Ends those that are left. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Requests that are all open at once. */
export function startFlood(requests: readonly { client: Client; path: string }[]): Flood {
  const leaving = new AbortController()
  let answered = 0
  const sent = requests.map(async ({ client, path }) => {
    const response = await client.fetch(path, { signal: leaving.signal })
    await response.arrayBuffer()
    answered++
  })
  return {
    answered: () => answered,
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await Promise.allSettled(sent)
      // The server notices the disconnects before it answers the next request.
      await requests[0]?.client.fetch('/api/health')
    },
  }
}
