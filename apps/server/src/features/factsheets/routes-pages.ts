import { factsheetPrefix, type ItemType, itemTypes } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import { fail, missing } from '../../base/failure.ts'
import { sendFinished } from '../../http/finished.ts'
import { askedLanguage } from '../../http/language.ts'
import { sendPage } from '../../http/page.ts'
import type { FactsheetPages } from './pages.ts'
import { publicScript } from './scripts.ts'

// The bound of an id's column; what is above it, or no number at all, has no item.
const largestNumber = 2_147_483_647

// Shared caches may keep them, so they must not carry a cookie.
const finished = { config: { finished: true } }

/** Any address below a type's prefix, such as /car/, is answered with a page for visitors, never with the staff app. */
export function serveFactsheets(app: FastifyInstance, pages: FactsheetPages): void {
  for (const type of itemTypes) servePages(app, type, pages)
  app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>('/public/:file', finished, (request, reply) => {
    const script = publicScript(request.params.file, request.query.v) ?? fail(missing('There is no such script.'))
    return sendFinished(request, reply, script)
  })
}

function servePages(app: FastifyInstance, type: ItemType, pages: FactsheetPages): void {
  const prefix = factsheetPrefix(type)
  for (const path of [prefix, `${prefix}*`]) {
    app.get<{ Params: { '*'?: string } }>(path, finished, async (request, reply) => {
      const { status, page } = await pages.of(type, numberIn(request.params['*'] ?? ''), askedLanguage(request))
      return sendPage(request, reply, page, status)
    })
  }
}

function numberIn(typed: string): number | null {
  const number = /^\d{1,10}\/?$/.test(typed) ? Number.parseInt(typed, 10) : 0
  return number > 0 && number <= largestNumber ? number : null
}
