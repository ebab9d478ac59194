import { createHash } from 'node:crypto'
import { dayOf, type LabelLanguage, labelLanguages } from '@vitrine/contract'
import { renderEventsPage } from '@vitrine/pages'
import { imprintOf } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { type Finished, finishedBytes } from '../../http/finished.ts'
import { type Page, pageBytes, renderPage } from '../../http/page.ts'
import { perRevision } from '../../projections/index.ts'
import { museumsOf } from '../museums/index.ts'
import { calendarOf } from './calendar.ts'
import { eventService } from './service.ts'

/** The events for visitors, as they are now. */
export const eventPages = ({ db, clock, publicUrl, config, get }: Context) => {
  const museums = get(museumsOf)
  const events = eventService(db, clock)
  const { foundation, saveTheDateFrameAncestors: embeddedBy } = config
  const boxes = perRevision<Page>({
    db,
    names: ['events', 'museums'],
    max: 2 * labelLanguages.length,
    sizeOf: pageBytes,
  })
  const calendars = perRevision({ db, names: ['events'], max: labelLanguages.length, sizeOf: finishedBytes })

  /** Day, address and language; the cache itself compares the revisions of events and museums. */
  const cacheKey = (lang: LabelLanguage) => [dayOf(clock.now()), publicUrl(), lang].join(' ')

  return {
    box: (lang: LabelLanguage, isEmbedded: boolean): Promise<Page> =>
      boxes(`${cacheKey(lang)} ${isEmbedded}`, async (_, earlier) => {
        const props = {
          museums: await museums.all(),
          imprint: imprintOf(foundation, clock),
          url: `${publicUrl()}/save-the-date`,
          lang,
          // Not by the browser's language: without `lang` the box is in English.
          pinned: true,
          events: await events.upcoming(),
          isEmbedded,
        }
        const page = await renderPage({ props, render: renderEventsPage, origins: { embeddedBy }, earlier })
        return { ...page, finished: { ...page.finished, varyBy: ['sec-fetch-dest'] } }
      }),

    calendar: (lang: LabelLanguage): Promise<Finished> =>
      calendars(cacheKey(lang), async () => {
        const calendar = { lang, foundation, host: new URL(publicUrl()).host }
        const plain = Buffer.from(calendarOf(await events.upcoming(), calendar))
        return {
          type: 'text/calendar; charset=utf-8',
          name: createHash('sha256').update(plain).digest('base64url'),
          cache: 'shared',
          language: { lang, pinned: true },
          content: { plain },
        }
      }),
  }
}

export type EventPages = ReturnType<typeof eventPages>
