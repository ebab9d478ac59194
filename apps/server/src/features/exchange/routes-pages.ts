import { itemTypes } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import { missing } from '../../base/failure.ts'
import { sendFinished } from '../../http/finished.ts'
import { numberIn } from '../factsheets/index.ts'
import { forms } from './forms.ts'
import type { ExchangeService } from './service.ts'

/** One item for other programs, by the number in its public address; programs in browsers may read it as well. */
export function serveForms(app: FastifyInstance, exchange: ExchangeService): void {
  for (const { path, finish } of forms) {
    for (const type of itemTypes) {
      // Shared caches may keep it, so it must not carry a cookie.
      const config = { finished: true }
      app.get<{ Params: { number: string } }>(path(type, ':number'), { config }, async (request, reply) => {
        const number = numberIn(request.params.number)
        const record = number === null ? null : await exchange.byNumber(type, number)
        // A missing item may be shown tomorrow.
        reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
        if (!record) throw missing('There is no such item, or it is not shown to visitors.')
        return sendFinished(request, reply, await finish(record))
      })
    }
  }
}
