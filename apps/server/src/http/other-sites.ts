import { errorStatus } from '@vitrine/contract'
import type { FastifyError, FastifyInstance } from 'fastify'
import { Failure } from '../base/failure.ts'
import { answer } from './errors.ts'

/** CORS for public content, preflight requests included. */
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
}

/** Sends failures as plain text, with the status of the error. */
export function tellFailuresPlainly(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Failure>((error, request, reply) => {
    const status = error instanceof Failure ? error.status : (error.statusCode ?? errorStatus.unexpected)
    // Internal errors are logged, and sent without details.
    if (status >= 500 && status !== 501) return answer(error, request, reply)
    if (status === errorStatus.tooMany) reply.header('retry-after', 10)
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`${error.message}\n`)
  })
}
