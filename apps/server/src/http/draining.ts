import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../base/clock.ts'
import { Failure } from '../base/failure.ts'
import { healthPath } from './overload.ts'

const reads = new Set(['GET', 'HEAD'])

const quietMs = seconds(0.5)
// Longer than fail_timeout in the shipped nginx configuration.
const maxWaitMs = seconds(5)

/** How a process stops without losing a request of the proxy. */
export interface Draining {
  /** From now on reads are rejected. */
  begin(): void
  rejectReads(app: FastifyInstance): void
  /** Resolves when the proxy no longer routes requests here. */
  untilAvoided(app: FastifyInstance): Promise<void>
}

/**
 * A draining process answers reads with 503. The proxy retries them on another process and stops routing requests here,
 * writes included. A write that still arrives is carried out: a proxy must not retry it.
 */
export function createDraining(): Draining {
  let isDraining = false
  // After a write that was carried out the proxy sends more, until a read is rejected.
  let isTrusted = false

  return {
    begin() {
      isDraining = true
    },

    rejectReads(app) {
      app.addHook('onRequest', (request, reply, done) => {
        if (!isDraining) return done()
        reply.header('connection', 'close')
        if (request.routeOptions.url === healthPath) return done()
        isTrusted = !reads.has(request.method)
        done(isTrusted ? undefined : restarting())
      })
    },

    /**
     * When the port closes, the kernel resets the connections that wait to be accepted, and a proxy can't retry a write on one
     * of them. So no connection must have arrived for a while, and not by chance: the last request must have been one that
     * makes the proxy avoid this process. While it still avoids the other one, restarted a moment ago, it goes on sending here.
     */
    async untilAvoided({ server }) {
      const deadline = performance.now() + maxWaitMs
      let lastArrival = performance.now()
      const noteArrival = () => {
        lastArrival = performance.now()
      }
      const mayLeave = (now: number) => now >= deadline || (now >= lastArrival + quietMs && !isTrusted)
      server.on('connection', noteArrival)
      while (!mayLeave(performance.now())) {
        await setTimeout(50)
        // A busy event loop runs late: accept the connections that have arrived before reading the clock.
        await setImmediate()
      }
      server.off('connection', noteArrival)
    },
  }
}

const restarting = () =>
  new Failure('unavailable', 'Vitrine is being restarted. Please try again in a moment.', { retryAfter: 1 })
