import { drive, percentile } from '../driver/drive.ts'
import type { Measured } from '../driver/measured-process.ts'
import type { Prepared } from '../driver/requests.ts'

export interface Figures {
  /** Milliseconds of CPU that the server's process used per request. */
  readonly cpu: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

export interface Case {
  readonly next: () => Prepared
  readonly expected: number
  readonly connections: number
  readonly seconds: number
  readonly atLeast: number
}

const clients = 32
// Warm-up by count, not by time alone: code that the JIT has not seen often enough is still slow.
const warmUp = { seconds: 5, atMost: 8_000 }

export const asking = (request: Prepared, expected = 200): Case => ({
  next: () => request,
  expected,
  connections: clients,
  seconds: 3,
  // On a busy machine three seconds may be too few.
  atLeast: 3_000,
})

/** Drives a server with one kind of request; an unexpected answer invalidates the figure. */
export async function measure(
  server: Measured,
  { next, expected, connections, seconds, atLeast }: Case,
): Promise<Figures> {
  const { port } = server
  await drive({ port, connections, ...warmUp, next })
  const before = await server.usage()
  const driven = await drive({ port, connections, seconds, atLeast, next })
  const after = await server.usage()
  const others = [...driven.statuses].filter(([status]) => status !== expected)
  if (others.length > 0)
    throw new Error(`expected ${expected} only, but there were also ${others.join(' and ')}`)
  return {
    cpu: (after.cpuMs - before.cpuMs) / driven.requests,
    perSecond: driven.requests / driven.seconds,
    p50: percentile(driven.times, 0.5),
    p99: percentile(driven.times, 0.99),
  }
}
