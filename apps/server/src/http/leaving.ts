import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../base/clock.ts'
import { Failure } from '../base/failure.ts'
import { healthPath } from './overload.ts'

const reads = new Set(['GET', 'HEAD'])

const silence = seconds(0.5)
// Longer than the shipped nginx configuration leaves a process alone.
const longestWait = seconds(5)

/**
 * Before a process stops, it answers reads with 503. The proxy then asks another process in its place, and leaves this
 * one alone from then on, also with changes. A change that still comes is made: nobody may send it a second time.
 */
export function sendReadersElsewhere(app: FastifyInstance, leaving: AbortSignal): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!leaving.aborted) return done()
    reply.header('connection', 'close')
    const elsewhere = reads.has(request.method) && request.routeOptions.url !== healthPath
    done(elsewhere ? restarting() : undefined)
  })
}

const restarting = () =>
  new Failure('unavailable', 'Vitrine is being restarted. Please try again in a moment.', { retryAfter: 1 })

/**
 * A proxy that still leaves the other process alone, because that one was restarted a moment ago, has nobody else to ask and
 * goes on sending requests here. They must not find the port closed: so this waits until none has come for a while.
 */
export async function untilNobodyComes({ server }: FastifyInstance): Promise<void> {
  const end = performance.now() + longestWait
  let lastArrival = performance.now()
  const noteArrival = () => {
    lastArrival = performance.now()
  }
  server.on('connection', noteArrival)
  while (performance.now() < Math.min(end, lastArrival + silence)) {
    await setTimeout(50)
    // A busy process runs late: connections that have arrived are counted before the clock is asked.
    await setImmediate()
  }
  server.off('connection', noteArrival)
}
