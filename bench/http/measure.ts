import { percentile, runLoad } from '../driver/drive.ts'
import type { MeasuredProcess } from '../driver/measured-process.ts'
import type { PreparedRequest } from '../driver/requests.ts'

export interface CaseFigures {
  /** Milliseconds of CPU that the server's process used per request. */
  readonly cpu: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

export interface BenchCase {
  readonly next: () => PreparedRequest
  readonly expected: number
  readonly connections: number
  readonly seconds: number
  readonly atLeast: number
}

const clients = 32
// Warm-up by count, not by time alone: code that the JIT has not seen often enough is still slow.
const warmUp = { seconds: 5, atMost: 8_000 }

export const createRequestCase = (request: PreparedRequest, expected = 200): BenchCase => ({
  next: () => request,
  expected,
  connections: clients,
  seconds: 3,
  // On a busy machine three seconds may be too few.
  atLeast: 3_000,
})

/** Drives a server with one kind of request; an unexpected answer invalidates the figure. */
export async function measureCase(
  server: MeasuredProcess,
  { next, expected, connections, seconds, atLeast }: BenchCase,
): Promise<CaseFigures> {
  const { port } = server
  await runLoad({ port, connections, ...warmUp, next })
  const before = await server.usage()
  const driven = await runLoad({ port, connections, seconds, atLeast, next })
  const after = await server.usage()
  const others = [...driven.statuses].filter(([status]) => status !== expected)
  if (others.length > 0)
    throw new Error(`expected ${expected} only, but there were also ${others.join(' and ')}`)
  return {
    cpu: (after.cpuMs - before.cpuMs) / driven.requests,
    perSecond: driven.requests / driven.seconds,
    p50: percentile(driven.timesMs, 0.5),
    p99: percentile(driven.timesMs, 0.99),
  }
}
