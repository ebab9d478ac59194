import type { Client } from './client.ts'

export interface Flood {
  /** Counts the requests that were answered so far. */
  answered(): number
  /** Aborts the remaining requests. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Sends many requests at the same time. */
export function startFlood(requests: readonly { client: Client; path: string }[]): Flood {
  const disconnect = new AbortController()
  let answered = 0
  const pending = requests.map(async ({ client, path }) => {
    const response = await client.fetch(path, { signal: disconnect.signal })
    await response.arrayBuffer()
    answered++
  })
  return {
    answered: () => answered,
    async [Symbol.asyncDispose]() {
      disconnect.abort()
      await Promise.allSettled(pending)
      // The server notices the disconnects before it answers the next request.
      await requests[0]?.client.fetch('/api/health')
    },
  }
}
