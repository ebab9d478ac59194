import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../../http/mount.ts'
import { countSend } from '../../../http/overload.ts'
import type { OaiService } from './service.ts'

// Harvesters get no cookie.
const options = { config: { finished: true } }
/** Far more than the longest list of arguments. */
const bodyLimit = 16 * 1024

/** The collection for harvesters; programs in browsers may read it as well. */
export function serveOai(app: FastifyInstance, oai: OaiService): void {
  app.register((forms, _options, done) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, parsed) => parsed(null, body),
    )
    const send = async (request: FastifyRequest, reply: FastifyReply, query: string) => {
      const xml = await oai.answer(new URLSearchParams(query), callerOf(request, reply))
      countSend(request, reply, Buffer.byteLength(xml))
      reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store')
      return reply.type('text/xml; charset=utf-8').send(xml)
    }
    forms.get('/oai', options, (request, reply) => send(request, reply, /\?(.*)/.exec(request.url)?.[1] ?? ''))
    forms.post('/oai', { ...options, bodyLimit }, (request, reply) => send(request, reply, String(request.body ?? '')))
    done()
  })
}
