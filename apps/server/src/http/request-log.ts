import type { FastifyInstance } from 'fastify'

/** One line per call. It names the route's pattern, never the address: that may hold a password link. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.actor?.userId,
      },
      'request',
    )
    done()
  })
}
