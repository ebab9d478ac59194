import { createHash } from 'node:crypto'
import { type EventLanguage, toDay } from '@vitrine/contract'
import { type Colours, renderEventBox, renderEventsPage } from '@vitrine/pages'
import { toImprint } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { countBytesInMemory, type FinishedAnswer } from '../../http/finished.ts'
import { estimatePageBytes, type FinishedPage, renderPage } from '../../http/page.ts'
import { scriptAddresses } from '../../http/visitor-scripts.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { museumService } from '../museums/index.ts'
import { renderCalendar } from './calendar.ts'
import { eventService } from './service.ts'

/** The full page, or the colour scheme of the box for frames. */
export type EventsView = 'page' | Colours

/** Renders the upcoming events for visitors. */
export const eventPages = ({ db, clock, publicUrl, config, get }: Context) => {
  const museums = get(museumService)
  const events = eventService(db, clock)
  const { foundation, saveTheDateFrameAncestors: embeddedBy } = config
  const pages = cachePerRevision<FinishedPage>({
    db,
    revisionNames: ['events', 'museums'],
    sizeOf: estimatePageBytes,
  })
  const calendars = cachePerRevision({ db, revisionNames: ['events'], sizeOf: countBytesInMemory })

  // Day, address and language; the cache itself compares revisions.
  const toCacheKey = (lang: EventLanguage) => [toDay(clock.now()), publicUrl(), lang].join(' ')

  return {
    getPage: (lang: EventLanguage, view: EventsView): Promise<FinishedPage> =>
      pages(`${toCacheKey(lang)} ${view}`, async (_revision, earlierPage) => {
        const props = {
          imprint: toImprint(foundation, clock),
          url: `${publicUrl()}/save-the-date`,
          lang,
          // The language comes from the address only; without `lang` it is English.
          pinned: true,
          events: await events.upcoming(),
          scripts: scriptAddresses,
        }
        const rendering = { policyOptions: { embeddedBy }, earlier: earlierPage }
        const page =
          view === 'page'
            ? await renderPage({
                ...rendering,
                props: { ...props, museums: await museums.all() },
                render: renderEventsPage,
              })
            : await renderPage({
                ...rendering,
                props: { ...props, colours: view },
                render: renderEventBox,
              })
        // Frames get the box at the same address.
        return { ...page, finished: { ...page.finished, varyBy: ['sec-fetch-dest'] } }
      }),

    getCalendar: (lang: EventLanguage): Promise<FinishedAnswer> =>
      calendars(toCacheKey(lang), async () => {
        const calendar = { lang, foundation, host: new URL(publicUrl()).host }
        const plain = Buffer.from(renderCalendar(await events.upcoming(), calendar))
        return {
          type: 'text/calendar; charset=utf-8',
          etag: createHash('sha256').update(plain).digest('base64url'),
          cache: 'shared',
          language: { lang, pinned: true },
          content: { plain },
        }
      }),
  }
}

export type EventPages = ReturnType<typeof eventPages>
