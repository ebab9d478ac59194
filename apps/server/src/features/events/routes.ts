import { type Api, languageNamed } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Handlers } from '../../http/mount.ts'
import { sendPage } from '../../http/page.ts'
import { sendFinished } from '../../http/send-finished.ts'
import type { EventPages } from './pages.ts'
import type { EventService } from './service.ts'

export const eventHandlers = (events: EventService): Handlers<Api['events']> => ({
  list: () => events.list(),
  save: ({ body }, { actor }) => events.save(actor, body),
  upcoming: async () => ({ events: await events.upcoming() }),
})

// Shared caches may keep them, so they must not carry a cookie.
const finished = { config: { finished: true } }

type Asked = { Querystring: { lang?: unknown } }

/** The box of events for visitors, and the same as a calendar. */
export function serveEvents(app: FastifyInstance, pages: EventPages): void {
  app.get<Asked>('/save-the-date', finished, async (request, reply) =>
    sendPage(request, reply, await pages.box(languageNamed(request.query.lang) ?? 'en', isEmbedded(request))),
  )
  app.get<Asked>('/save-the-date.ics', finished, async (request, reply) =>
    sendFinished(request, reply, await pages.calendar(languageNamed(request.query.lang) ?? 'en')),
  )
}

/** Browsers that don't say where a page will be shown are treated as if it were a frame. */
const isEmbedded = ({ headers }: FastifyRequest) => headers['sec-fetch-dest'] !== 'document'
