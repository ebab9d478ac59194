import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../base/clock.ts'

// Somebody who takes a file and never reads it to the end would hold the process up for ever.
const closeTimeoutMs = seconds(8)
// A request may be on its way already.
const silenceTimeoutMs = seconds(0.25)

/** While the server closes, each last answer ends its connection; kept alive, it would hold the process up. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const silent = silentConnections(app)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(async () => {
      await afterArrivals()
      for (const connection of silent) connection.destroy()
    }, silenceTimeoutMs).unref()
    setTimeout(() => app.server.closeAllConnections(), closeTimeoutMs).unref()
    await afterArrivals()
  })
  app.addHook('onSend', (_request, reply, _body, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}

/**
 * Lets the event loop take in the connections and requests that have arrived. A busy process runs late: what still waits
 * when the server closes is cut off without an answer, and a change without an answer may not be sent again.
 */
const afterArrivals = (): Promise<void> => setImmediate()

/** Opened in advance, as browsers do, and never used: Node does not count them as idle and would wait for them. */
function silentConnections(app: FastifyInstance): ReadonlySet<Socket> {
  const silent = new Set<Socket>()
  app.server.on('connection', (connection: Socket) => {
    silent.add(connection)
    connection.once('close', () => silent.delete(connection))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => silent.delete(socket))
  return silent
}
