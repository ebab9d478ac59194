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
 * Makes each answer end its connection while the server closes, because keep-alive would delay the
 * exit. The server is closed once its handlers have ended, including those whose client has
 * disconnected: they still need the database.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const unusedSockets = trackUnusedConnections(app)
  const runningHandlers = trackRunningHandlers(app)
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    setTimeout(async () => {
      await acceptPendingRequests()
      for (const connection of unusedSockets) connection.destroy()
    }, unusedTimeoutMs).unref()
    setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs).unref()
    await acceptPendingRequests()
  })
  app.addHook('onSend', (_request, reply, _body, done) => {
    if (isClosing) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', async () => {
    await Promise.race([
      Promise.allSettled(runningHandlers),
      wait(closeTimeoutMs, null, { ref: false }),
    ])
  })
}

function trackRunningHandlers(app: FastifyInstance): ReadonlySet<Promise<unknown>> {
  const running = new Set<Promise<unknown>>()
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const answer: unknown = handler.call(this, request, reply)
      if (answer instanceof Promise) {
        running.add(answer)
        const forget = () => running.delete(answer)
        answer.then(forget, forget)
      }
      return answer
    }
  })
  return running
}

/**
 * Lets the event loop accept the connections and requests that have arrived. Whatever is still
 * queued when the server closes is dropped without an answer, and a write without an answer can't
 * safely be retried.
 */
const acceptPendingRequests = (): Promise<void> => setImmediate()

/**
 * Connections that browsers open in advance and have not used. Node does not count them as idle and
 * would wait for them.
 */
function trackUnusedConnections(app: FastifyInstance): ReadonlySet<Socket> {
  const unusedSockets = new Set<Socket>()
  app.server.on('connection', (connection: Socket) => {
    unusedSockets.add(connection)
    connection.once('close', () => unusedSockets.delete(connection))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => unusedSockets.delete(socket))
  return unusedSockets
}

const readMethods = new Set(['GET', 'HEAD'])

const pollIntervalMs = 50
// The port may close once no connection has arrived for this long.
const quietMs = seconds(0.5)
// Longer than fail_timeout in the shipped nginx configuration.
const maxWaitMs = seconds(5)

/** Stops a process without losing a request of the proxy. */
export interface Draining {
  /** Rejects reads from now on. */
  begin(): void
  rejectReads(app: FastifyInstance): void
  /** Resolves when the proxy no longer routes requests here. */
  waitUntilAvoided(app: FastifyInstance): Promise<void>
}

/**
 * A draining process answers reads with 503. The proxy retries them on another process and stops
 * routing requests here, writes included. A write that still arrives is carried out: a proxy must
 * not retry it.
 */
export function createDraining(): Draining {
  let isDraining = false
  // After a write that succeeds, the proxy goes on sending requests here until a read is rejected.
  let proxyStillRoutesHere = false

  return {
    begin() {
      isDraining = true
    },

    rejectReads(app) {
      app.addHook('onRequest', (request, reply, done) => {
        if (!isDraining) return done()
        reply.header('connection', 'close')
        if (request.routeOptions.url === healthPath) return done()
        proxyStillRoutesHere = !readMethods.has(request.method)
        done(proxyStillRoutesHere ? undefined : createRestartingFailure())
      })
    },

    /**
     * When the port closes, the kernel resets the connections that wait to be accepted, and a proxy
     * can't retry a write on one of them. So this waits until no connection has arrived for a
     * while, and the last request was one that makes the proxy avoid this process. While the proxy
     * still avoids the other process, restarted a moment ago, it goes on sending here.
     */
    async waitUntilAvoided({ server }) {
      const deadline = performance.now() + maxWaitMs
      let lastArrival = performance.now()
      const recordArrival = () => {
        lastArrival = performance.now()
      }
      const mayStop = (now: number) =>
        now >= deadline || (now >= lastArrival + quietMs && !proxyStillRoutesHere)
      server.on('connection', recordArrival)
      while (!mayStop(performance.now())) {
        await wait(pollIntervalMs)
        await acceptPendingRequests()
      }
      server.off('connection', recordArrival)
    },
  }
}

const createRestartingFailure = () =>
  new Failure('unavailable', 'Vitrine is being restarted. Please try again in a moment.', {
    retryAfter: 1,
  })
