import { itemTypes } from '@vitrine/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../base/failure.ts'
import { toCaller } from '../../http/mount.ts'
import { countUnsentBytes } from '../../http/overload.ts'
import { sendFinished } from '../../http/send-finished.ts'
import { parseItemNumber } from '../factsheets/index.ts'
import type { ItemDocuments } from './item-documents.ts'
import type { OaiService } from './oai.ts'

/** Options of routes that send no cookie: shared caches may store their answers. */
const withoutCookie = { config: { finished: true } }

/** Serves documents about single items to other programs, and to scripts of other sites. */
export function serveItemDocuments(app: FastifyInstance, documents: ItemDocuments): void {
  for (const { path, read } of documents) {
    for (const type of itemTypes) {
      app.get<{ Params: { number: string } }>(
        path(type, ':number'),
        withoutCookie,
        async (request, reply) => {
          const number = parseItemNumber(request.params.number)
          const document = number === null ? null : await read(type, number)
          // Set before the 404 below, which no cache may store: the item may be public tomorrow.
          reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
          if (!document) throw notFound('There is no such item, or it is not shown to visitors.')
          return sendFinished(request, reply, document)
        },
      )
    }
  }
}

/** All that follows the first question mark, not decoded. */
const queryPattern = /\?(.*)/
/** In bytes: far more than the longest arguments. */
const bodyLimit = 16 * 1024

/** Serves the collection to harvesters, and to scripts of other sites. */
export function serveOai(app: FastifyInstance, oai: OaiService): void {
  // In a scope of its own, so that other routes do not accept forms.
  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, onParsed) => onParsed(null, body),
    )
    const send = async (request: FastifyRequest, reply: FastifyReply, query: string) => {
      const xml = await oai.answer(new URLSearchParams(query), toCaller(request, reply))
      countUnsentBytes(request, reply, Buffer.byteLength(xml))
      reply.header('access-control-allow-origin', '*').header('cache-control', 'no-store')
      return reply.type('text/xml; charset=utf-8').send(xml)
    }
    scope.get('/oai', withoutCookie, (request, reply) =>
      send(request, reply, queryPattern.exec(request.url)?.[1] ?? ''),
    )
    scope.post('/oai', { ...withoutCookie, bodyLimit }, (request, reply) =>
      send(request, reply, String(request.body ?? '')),
    )
    done()
  })
}
