import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../clock.ts'

// Somebody who takes a file and never reads it to the end would hold the process up for ever.
const patience = seconds(8)
// A request may be on its way already.
const patienceWithSilence = seconds(0.25)

/** While the server closes, each last answer ends its connection; kept alive, it would hold the process up. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const silent = silentConnections(app)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    setTimeout(async () => {
      await afterArrivals()
      for (const connection of silent) connection.destroy()
    }, patienceWithSilence).unref()
    setTimeout(() => app.server.closeAllConnections(), patience).unref()
    await afterArrivals()
  })
  app.addHook('onSend', (_request, reply, _body, done) => {
    if (closing) reply.header('connection', 'close')
    done()
  })
}

/**
 * The moment in which everything that has arrived was taken in. A busy process runs late: what waited meanwhile at a door
 * that closes would be turned away, and a change that was turned away nobody may send again.
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
