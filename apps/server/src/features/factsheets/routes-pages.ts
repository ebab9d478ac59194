import {
  factsheetPrefix,
  type ItemType,
  inventoryTypes,
  itemTypes,
  withLangParameter,
} from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import { fail, notFound } from '../../base/failure.ts'
import { sendPage } from '../../http/page.ts'
import { sendFinished } from '../../http/send-finished.ts'
import { readRequestedLanguage, rememberLanguage } from '../../http/visitor-language.ts'
import { findPublicScript, serviceWorker } from '../../http/visitor-scripts.ts'
import { parseItemNumber } from './addresses.ts'
import type { MuseumPages, SiteMaps } from './museum-pages.ts'
import type { FactsheetPages } from './pages.ts'

/**
 * Sends no cookies except the language in the address, because shared caches may store the answers.
 */
const finished = { config: { finished: true } }

/**
 * Serves items below the prefix of their type, such as /car/, where no address leads to the staff
 * app.
 */
export function serveFactsheets(
  app: FastifyInstance,
  pages: FactsheetPages,
  { offline, secure }: { offline: keyof typeof serviceWorker; secure: boolean },
): void {
  for (const type of itemTypes) servePages(app, type, pages, secure)
  app.get('/sw.js', finished, (request, reply) =>
    sendFinished(request, reply, serviceWorker[offline]),
  )
  app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>(
    '/public/:file',
    finished,
    async (request, reply) => {
      const script =
        (await findPublicScript(request.params.file, request.query.v)) ??
        fail(notFound('There is no such script.'))
      return sendFinished(request, reply, script)
    },
  )
}

function servePages(
  app: FastifyInstance,
  type: ItemType,
  pages: FactsheetPages,
  secure: boolean,
): void {
  app.get<{ Params: { '*': string }; Querystring: { pictures?: unknown } }>(
    `${factsheetPrefix(type)}*`,
    finished,
    async (request, reply) => {
      const number = parseItemNumber(request.params['*'])
      const alternate =
        number === null ? null : await pages.findAlternate(type, number, request.headers.accept)
      // Not stored, because a cache that ignores Vary would redirect browsers, too.
      if (alternate)
        return reply
          .header('vary', 'accept')
          .header('cache-control', 'no-store')
          .redirect(alternate, 303)
      const language = readRequestedLanguage(request)
      const { status, page } = await pages.getPage(
        type,
        number,
        language,
        request.query.pictures === 'all',
      )
      rememberLanguage(reply, language, secure)
      return sendPage(request, reply, page, status)
    },
  )
  app.get(`/public/offline/${type}`, finished, async (request, reply) =>
    sendPage(request, reply, await pages.offline(type, readRequestedLanguage(request))),
  )
}

/** Longest text to search for: longer than any number on a label. */
const maxTypedLength = 50

type Query = { readonly number?: unknown; readonly page?: unknown }

/**
 * Serves the start page of each museum; redirects the prefix of its items without a number to it.
 */
export function serveMuseums(app: FastifyInstance, pages: MuseumPages, secure: boolean): void {
  for (const type of itemTypes) serveMuseum(app, type, pages, secure)
}

/** Serves `/sitemap.xml`, and its parts if it needs several files. */
export function serveSiteMaps(app: FastifyInstance, maps: SiteMaps): void {
  app.get('/sitemap.xml', finished, async (request, reply) =>
    sendFinished(request, reply, (await maps.file(null)) ?? fail(createUnknownFileFailure())),
  )
  app.get<{ Params: { file: string } }>(
    '/sitemap-:file(^\\d{1,6}).xml',
    finished,
    async (request, reply) =>
      sendFinished(
        request,
        reply,
        (await maps.file(parseItemNumber(request.params.file) ?? 0)) ??
          fail(createUnknownFileFailure()),
      ),
  )
}

const createUnknownFileFailure = () => notFound('There is no such file.')

function serveMuseum(
  app: FastifyInstance,
  type: ItemType,
  pages: MuseumPages,
  secure: boolean,
): void {
  const { start } = inventoryTypes[type]
  app.get<{ Querystring: Query }>(start, finished, async (request, reply) => {
    const { number, page } = request.query
    const language = readRequestedLanguage(request)
    const answer = await pages.start(type, {
      number: typeof number === 'string' ? number.slice(0, maxTypedLength) : '',
      page: parseItemNumber(String(page)) ?? 1,
      language,
    })
    rememberLanguage(reply, language, secure)
    if (typeof answer === 'string')
      return reply.header('cache-control', 'no-store').redirect(answer)
    return sendPage(request, reply, answer.page, answer.status)
  })
  app.get(factsheetPrefix(type), finished, (request, reply) =>
    reply.redirect(withLangParameter(start, readRequestedLanguage(request))),
  )
}
