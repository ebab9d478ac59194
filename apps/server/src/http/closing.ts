import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../base/clock.ts'

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
