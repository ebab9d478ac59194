import { openConnection } from './connection.ts'
import type { PreparedRequest } from './requests.ts'

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  readonly statuses: ReadonlyMap<number, number>
  /** Milliseconds, shortest first. */
  readonly timesMs: Float64Array
}

interface Plan {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** Stops early after this many requests. */
  readonly atMost?: number
  /** Continues until this many requests were made, for at most five times the seconds. */
  readonly atLeast?: number
  /** Returns the next request; called for one connection after the other. */
  readonly next: () => PreparedRequest
}

/** Closed loop: each connection sends its next request as soon as the last one is answered. */
export async function runLoad({
  port,
  connections,
  seconds,
  atMost = Infinity,
  atLeast = 0,
  next,
}: Plan): Promise<LoadResult> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const times: number[] = []
  const statuses = new Map<number, number>()
  const started = performance.now()
  const until = started + seconds * 1_000
  const latest = started + seconds * 5_000
  const goesOn = (now: number) =>
    times.length < atMost && (now < until || (times.length < atLeast && now < latest))
  await Promise.all(
    open.map(async (connection) => {
      for (let now = performance.now(); goesOn(now); ) {
        const status = await connection.send(next())
        const answered = performance.now()
        times.push(answered - now)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        now = answered
      }
      connection.close()
    }),
  )
  return {
    requests: times.length,
    seconds: (performance.now() - started) / 1_000,
    statuses,
    timesMs: Float64Array.from(times).sort(),
  }
}

/** The latency at this percentile. */
export const percentile = (times: Float64Array | readonly number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
