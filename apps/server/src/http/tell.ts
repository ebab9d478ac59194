import type { FastifyInstance } from 'fastify'
import type { Telemetry } from '../adapters/telemetry/answered.ts'

/** Hands each answered request to whatever keeps figures or traces of them. */
export function tellOfRequests(app: FastifyInstance, listeners: readonly Telemetry[]): void {
  if (listeners.length === 0) return
  app.addHook('onResponse', async (request, reply) => {
    const answered = {
      id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      milliseconds: reply.elapsedTime,
      headers: request.headers,
    }
    for (const listener of listeners) listener.tell(answered)
  })
  app.addHook('onClose', async () => {
    await Promise.all(listeners.map((listener) => listener.close()))
  })
}
