import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../base/clock.ts'
import { Failure } from '../base/failure.ts'
import { healthPath } from './overload.ts'

const reads = new Set(['GET', 'HEAD'])

const quietMs = seconds(0.5)
// Longer than fail_timeout in the shipped nginx configuration.
const maxWaitMs = seconds(5)

/**
 * A draining process answers reads with 503. The proxy retries them on another process and stops routing requests here,
 * writes included. A write that still arrives is carried out: a proxy must not retry it.
 */
export function rejectReadsWhileDraining(app: FastifyInstance, draining: AbortSignal): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!draining.aborted) return done()
    reply.header('connection', 'close')
    const rejected = reads.has(request.method) && request.routeOptions.url !== healthPath
    done(rejected ? restarting() : undefined)
  })
}

const restarting = () =>
  new Failure('unavailable', 'Vitrine is being restarted. Please try again in a moment.', { retryAfter: 1 })

/**
 * Resolves when no connection has arrived for a while. A proxy that still avoids the other process, because that one was
 * restarted a moment ago, keeps sending requests here, and they must not find the port closed.
 */
export async function waitUntilQuiet({ server }: FastifyInstance): Promise<void> {
  const deadline = performance.now() + maxWaitMs
  let lastArrival = performance.now()
  const noteArrival = () => {
    lastArrival = performance.now()
  }
  server.on('connection', noteArrival)
  while (performance.now() < Math.min(deadline, lastArrival + quietMs)) {
    await setTimeout(50)
    // A busy event loop runs late: accept the connections that have arrived before reading the clock.
    await setImmediate()
  }
  server.off('connection', noteArrival)
}
