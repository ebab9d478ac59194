import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../base/clock.ts'
import { Failure } from '../base/failure.ts'
import { healthPath } from './overload.ts'

// A client that never reads its download to the end would keep the process alive forever.
const closeTimeoutMs = seconds(8)
// A request may already be in flight.
const unusedTimeoutMs = seconds(0.25)

/**
 * While the server closes, each answer ends its connection: keep-alive would delay the exit. It is closed when its handlers have
 * ended, also those whose client is gone: they still need the database.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const unused = unusedConnections(app)
  const running = runningHandlers(app)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(async () => {
      await afterArrivals()
      for (const connection of unused) connection.destroy()
    }, unusedTimeoutMs).unref()
    setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs).unref()
    await afterArrivals()
  })
  app.addHook('onSend', (_request, reply, _body, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', async () => {
    await Promise.race([Promise.allSettled(running), wait(closeTimeoutMs, null, { ref: false })])
  })
}

function runningHandlers(app: FastifyInstance): ReadonlySet<Promise<unknown>> {
  const running = new Set<Promise<unknown>>()
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      if (answer instanceof Promise) {
        running.add(answer)
        const end = () => running.delete(answer)
        answer.then(end, end)
      }
      return answer
    }
  })
  return running
}

/**
 * Lets the event loop accept the connections and requests that have arrived. A busy process runs late: whatever is still
 * queued when the server closes is dropped without an answer, and a write without an answer can't safely be retried.
 */
const afterArrivals = (): Promise<void> => setImmediate()

/** Connections that browsers open in advance and never use: Node does not count them as idle and would wait for them. */
function unusedConnections(app: FastifyInstance): ReadonlySet<Socket> {
  const unused = new Set<Socket>()
  app.server.on('connection', (connection: Socket) => {
    unused.add(connection)
    connection.once('close', () => unused.delete(connection))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  return unused
}

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
  waitUntilAvoided(app: FastifyInstance): Promise<void>
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
    async waitUntilAvoided({ server }) {
      const deadline = performance.now() + maxWaitMs
      let lastArrival = performance.now()
      const noteArrival = () => {
        lastArrival = performance.now()
      }
      const mayLeave = (now: number) =>
        now >= deadline || (now >= lastArrival + quietMs && !isTrusted)
      server.on('connection', noteArrival)
      while (!mayLeave(performance.now())) {
        await wait(50)
        await afterArrivals()
      }
      server.off('connection', noteArrival)
    },
  }
}

const restarting = () =>
  new Failure('unavailable', 'Vitrine is being restarted. Please try again in a moment.', {
    retryAfter: 1,
  })
