import type { FastifyInstance } from 'fastify'

/** Lets scripts of other sites read public content, preflight requests included. */
export function enableCors(app: FastifyInstance, addresses: string): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'link',
      'cross-origin-resource-policy': 'cross-origin',
    })
    done()
  })
  app.options(addresses, { config: { finished: true } }, (_request, reply) =>
    reply
      .status(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': '*',
        'access-control-max-age': 86_400,
      })
      .send(),
  )
}
