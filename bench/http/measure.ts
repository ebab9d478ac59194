import { computePercentile, runLoad } from '../driver/drive.ts'
import type { MeasuredProcess } from '../driver/measured-process.ts'
import type { PreparedRequest } from '../driver/requests.ts'

export interface CaseFigures {
  /** CPU time of the server's process per request, in milliseconds. */
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

const connectionCount = 32
// Ends after this many requests, when the JIT has optimised the server's code.
const warmUp = { seconds: 5, atMost: 8_000 }

export const createRequestCase = (request: PreparedRequest, expected = 200): BenchCase => ({
  next: () => request,
  expected,
  connections: connectionCount,
  seconds: 3,
  // Three seconds may give too few requests on a busy machine.
  atLeast: 3_000,
})

/**
 * Measures a server with one kind of request. Throws if any answer has another status than
 * expected.
 */
export async function measureCase(
  server: MeasuredProcess,
  { next, expected, connections, seconds, atLeast }: BenchCase,
): Promise<CaseFigures> {
  const { port } = server
  await runLoad({ port, connections, ...warmUp, next })
  const before = await server.usage()
  const load = await runLoad({ port, connections, seconds, atLeast, next })
  const after = await server.usage()
  const unexpected = [...load.statuses].filter(([status]) => status !== expected)
  if (unexpected.length > 0)
    throw new Error(`expected ${expected} only, but there were also ${unexpected.join(' and ')}`)
  return {
    cpu: (after.cpuMs - before.cpuMs) / load.requests,
    perSecond: load.requests / load.seconds,
    p50: computePercentile(load.timesMs, 0.5),
    p99: computePercentile(load.timesMs, 0.99),
  }
}
