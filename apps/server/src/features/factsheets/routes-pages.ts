import {
  factsheetPrefix,
  type ItemType,
  inventoryTypes,
  itemTypes,
  withLangParameter,
} from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../base/failure.ts'
import { sendPage } from '../../http/page.ts'
import { sendFinished } from '../../http/send-finished.ts'
import { readRequestedLanguage, rememberLanguage } from '../../http/visitor-language.ts'
import { findPublicScript, serviceWorker } from '../../http/visitor-scripts.ts'
import { parseItemNumber } from './addresses.ts'
import type { MuseumPages, SiteMaps } from './museum-pages.ts'
import type { FactsheetPages } from './pages.ts'

/**
 * Route options of answers that shared caches may store: the only cookie that they set is the
 * language in the address.
 */
const cacheableRoute = { config: { finished: true } }

interface FactsheetOptions {
  readonly pages: FactsheetPages
  /** Whether pages that were visited stay readable without a connection. */
  readonly offlinePages: keyof typeof serviceWorker
  /** Whether cookies are only sent over HTTPS. */
  readonly isSecure: boolean
}

/**
 * Serves items below the prefix of their type, such as /car/, where no address leads to the staff
 * app; also serves the scripts of public pages.
 */
export function serveFactsheets(
  app: FastifyInstance,
  { pages, offlinePages, isSecure }: FactsheetOptions,
): void {
  for (const type of itemTypes) {
    serveItemPages(app, type, { pages, isSecure })
    app.get(`/public/offline/${type}`, cacheableRoute, async (request, reply) =>
      sendPage(request, reply, await pages.getOfflinePage(type, readRequestedLanguage(request))),
    )
  }
  app.get('/sw.js', cacheableRoute, (request, reply) =>
    sendFinished(request, reply, serviceWorker[offlinePages]),
  )
  app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>(
    '/public/:file',
    cacheableRoute,
    async (request, reply) => {
      const script = await findPublicScript(request.params.file, request.query.v)
      if (!script) throw notFound('There is no such script.')
      return sendFinished(request, reply, script)
    },
  )
}

interface MuseumOptions {
  readonly pages: MuseumPages
  readonly isSecure: boolean
}

/**
 * Serves the start page of each museum; redirects the prefix of its items without a number to it.
 */
export function serveMuseums(app: FastifyInstance, options: MuseumOptions): void {
  for (const type of itemTypes) serveMuseum(app, type, options)
}

/** Serves `/sitemap.xml`, and its parts if it needs several files. */
export function serveSiteMaps(app: FastifyInstance, siteMaps: SiteMaps): void {
  app.get('/sitemap.xml', cacheableRoute, async (request, reply) => {
    const file = await siteMaps.getFile(null)
    if (!file) throw createUnknownFileError()
    return sendFinished(request, reply, file)
  })
  app.get<{ Params: { number: string } }>(
    '/sitemap-:number(^\\d{1,6}).xml',
    cacheableRoute,
    async (request, reply) => {
      const number = parseItemNumber(request.params.number)
      const file = number === null ? null : await siteMaps.getFile(number)
      if (!file) throw createUnknownFileError()
      return sendFinished(request, reply, file)
    },
  )
}

const createUnknownFileError = () => notFound('There is no such file.')

function serveItemPages(
  app: FastifyInstance,
  type: ItemType,
  { pages, isSecure }: Pick<FactsheetOptions, 'pages' | 'isSecure'>,
): void {
  app.get<{ Params: { '*': string }; Querystring: { pictures?: unknown } }>(
    `${factsheetPrefix(type)}*`,
    cacheableRoute,
    async (request, reply) => {
      const number = parseItemNumber(request.params['*'])
      const { accept } = request.headers
      const alternatePath =
        number === null ? null : await pages.findAlternatePath(type, number, accept)
      // Not stored, because a cache that ignores Vary would redirect browsers, too.
      if (alternatePath)
        return reply
          .header('vary', 'accept')
          .header('cache-control', 'no-store')
          .redirect(alternatePath, 303)

      const language = readRequestedLanguage(request)
      const showsAllPictures = request.query.pictures === 'all'
      const { status, page } = await pages.getPage(type, { number, language, showsAllPictures })
      rememberLanguage(reply, language, isSecure)
      return sendPage(request, reply, page, status)
    },
  )
}

/** Maximum length of a text to search for; longer than any number on a label. */
const maxTypedLength = 50

interface StartPageQuery {
  readonly number?: unknown
  readonly page?: unknown
}

function serveMuseum(
  app: FastifyInstance,
  type: ItemType,
  { pages, isSecure }: MuseumOptions,
): void {
  const { start } = inventoryTypes[type]
  app.get<{ Querystring: StartPageQuery }>(start, cacheableRoute, async (request, reply) => {
    const { number, page } = request.query
    const language = readRequestedLanguage(request)
    const answer = await pages.getStartPage(type, {
      typed: typeof number === 'string' ? number.slice(0, maxTypedLength) : '',
      page: parseItemNumber(String(page)) ?? 1,
      language,
    })
    rememberLanguage(reply, language, isSecure)
    // The address of the only item that matches the search.
    if (typeof answer === 'string')
      return reply.header('cache-control', 'no-store').redirect(answer)
    return sendPage(request, reply, answer.page, answer.status)
  })
  app.get(factsheetPrefix(type), cacheableRoute, (request, reply) =>
    reply.redirect(withLangParameter(start, readRequestedLanguage(request))),
  )
}
