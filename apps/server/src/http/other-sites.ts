import { errorStatus } from '@vitrine/contract'
import type { FastifyError, FastifyInstance } from 'fastify'
import type { Failure } from '../base/failure.ts'
import { answer } from './errors.ts'

/** A failure with a status of its own, whose message is meant for the client. */
interface Told extends Error {
  readonly status: number
}

/** Lets programs of other sites read what is public (CORS), preflight requests included, and tells failures as plain text. */
export function openToOtherSites(app: FastifyInstance, addresses: string): void {
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
  app.setErrorHandler<FastifyError | Failure | Told>((error, request, reply) => {
    const status = 'status' in error ? error.status : (error.statusCode ?? errorStatus.unexpected)
    // What went wrong on our side is logged, and told without details.
    if (status >= 500 && status !== 501) return answer(error as FastifyError | Failure, request, reply)
    if (status === errorStatus.tooMany) reply.header('retry-after', 10)
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`${error.message}\n`)
  })
}
