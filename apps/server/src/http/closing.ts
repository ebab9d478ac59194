import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** While the server closes, each last answer ends its connection; kept alive, it would hold the process up. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  const silent = silentConnections(app)
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    for (const connection of silent) connection.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}

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
