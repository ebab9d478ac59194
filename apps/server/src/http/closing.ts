import type { FastifyInstance } from 'fastify'

/** While the server closes, each last answer ends its connection; kept alive, it would hold the process up. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close')
  })
}
