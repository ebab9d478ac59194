import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'
import { healthPath } from './overload.ts'

const reads = new Set(['GET', 'HEAD'])

/**
 * Before a process stops, those who only read are told to ask elsewhere. A proxy does that for them at once, and then
 * sends nothing more here, changes neither. A change that still comes is made: nobody may send it a second time.
 */
export function sendReadersElsewhere(app: FastifyInstance, leaving: AbortSignal): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!leaving.aborted) return done()
    reply.header('connection', 'close')
    const elsewhere = reads.has(request.method) && request.routeOptions.url !== healthPath
    done(elsewhere ? restarting() : undefined)
  })
}

const restarting = () =>
  new Failure('unavailable', 'Vitrine is being restarted. Please try again in a moment.', { retryAfter: 1 })
