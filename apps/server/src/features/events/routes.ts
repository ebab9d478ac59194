import { type Api, parseEventLanguage } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Handlers } from '../../http/mount.ts'
import { sendPage } from '../../http/page.ts'
import { sendFinished } from '../../http/send-finished.ts'
import type { EventPages, EventsView } from './pages.ts'
import type { EventService } from './service.ts'

export const eventHandlers = (events: EventService): Handlers<Api['events']> => ({
  list: () => events.list(),
  save: ({ body }, { actor }) => events.save(actor, body),
  upcoming: async () => ({ events: await events.upcoming() }),
})

// Shared caches may store these answers, so they must not set a cookie.
const routeOptions = { config: { finished: true } }

type EventsQuery = { Querystring: { lang?: unknown; theme?: unknown } }

/** Serves the events as a page, as a box for frames, and as a calendar file. */
export function serveEvents(app: FastifyInstance, pages: EventPages): void {
  app.get<EventsQuery>('/save-the-date', routeOptions, async (request, reply) =>
    sendPage(
      request,
      reply,
      await pages.getPage(parseEventLanguage(request.query.lang), parseView(request)),
    ),
  )
  app.get<EventsQuery>('/save-the-date.ics', routeOptions, async (request, reply) =>
    sendFinished(request, reply, await pages.getCalendar(parseEventLanguage(request.query.lang))),
  )
}

const frameDestinations = ['iframe', 'frame', 'embed', 'object']

/** Frames get the box, in light colours by default; all other requests get the page. */
function parseView({ headers, query }: FastifyRequest<EventsQuery>): EventsView {
  if (!frameDestinations.includes(String(headers['sec-fetch-dest']))) return 'page'
  return query.theme === 'dark' || query.theme === 'auto' ? query.theme : 'light'
}
