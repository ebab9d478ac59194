import { openConnection } from './connection.ts'
import type { PreparedRequest } from './requests.ts'

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  readonly statuses: ReadonlyMap<number, number>
  /** Latencies in milliseconds, ascending. */
  readonly timesMs: Float64Array
}

interface LoadPlan {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Stops early after this many requests. */
  readonly atMost?: number
  /** Continues until this many requests were made, for at most five times the seconds. */
  readonly atLeast?: number
  /** Returns the next request of any connection. */
  readonly next: () => PreparedRequest
}

/**
 * Sends requests in a closed loop: each connection sends the next one as soon as it has an answer.
 */
export async function runLoad({
  port,
  connections,
  seconds,
  atMost = Infinity,
  atLeast = 0,
  next,
}: LoadPlan): Promise<LoadResult> {
  const openConnections = await Promise.all(
    Array.from({ length: connections }, () => openConnection(port)),
  )
  const times: number[] = []
  const statuses = new Map<number, number>()
  const startedAt = performance.now()
  const endAt = startedAt + seconds * 1_000
  const latestEndAt = startedAt + seconds * 5_000
  const shouldContinue = (now: number) =>
    times.length < atMost && (now < endAt || (times.length < atLeast && now < latestEndAt))
  await Promise.all(
    openConnections.map(async (connection) => {
      for (let sentAt = performance.now(); shouldContinue(sentAt); ) {
        const status = await connection.send(next())
        const answeredAt = performance.now()
        times.push(answeredAt - sentAt)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        sentAt = answeredAt
      }
      connection.close()
    }),
  )
  return {
    requests: times.length,
    seconds: (performance.now() - startedAt) / 1_000,
    statuses,
    timesMs: Float64Array.from(times).sort(),
  }
}

/** Returns the latency at a percentile, given as a share. */
export const computePercentile = (times: Float64Array | readonly number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
