import { createHash } from 'node:crypto'
import { dayOf, type LabelLanguage, labelLanguages } from '@vitrine/contract'
import { renderEventsPage } from '@vitrine/pages'
import { promiseCache } from '../../base/promise-cache.ts'
import { imprintOf } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { bytesIn, type Finished } from '../../http/finished.ts'
import { finishPage, type Page, pageBytes } from '../../http/page.ts'
import { museumsOf } from '../museums/index.ts'
import { calendarOf } from './calendar.ts'
import { eventService } from './service.ts'

/** The events for visitors, as they are now. */
export const eventPages = ({ db, clock, publicUrl, config, get }: Context) => {
  const museums = get(museumsOf)
  const events = eventService(db, clock)
  const { foundation, saveTheDateFrameAncestors: embeddedBy } = config
  const cached = promiseCache(2 * labelLanguages.length, pageBytes)
  const cachedCalendar = promiseCache<Finished>(labelLanguages.length, ({ content }) => bytesIn(content))

  /** The page depends on the revision and the day; computing the key reads a single row. */
  const cacheKey = async (lang: LabelLanguage) =>
    [await events.version(), dayOf(clock.now()), publicUrl(), lang].join(' ')

  return {
    async box(lang: LabelLanguage, isEmbedded: boolean): Promise<Page> {
      const about = await museums.all()
      return cached(`${await cacheKey(lang)} ${isEmbedded} ${JSON.stringify(about)}`, async () => {
        const props = {
          museums: about,
          imprint: imprintOf(foundation, clock),
          url: `${publicUrl()}/save-the-date`,
          lang,
          // Not by the browser's language: without `lang` the box is in English.
          pinned: true,
          events: await events.upcoming(),
          isEmbedded,
        }
        const page = await finishPage(renderEventsPage(props), { embeddedBy })
        return { ...page, finished: { ...page.finished, varyBy: ['sec-fetch-dest'] } }
      })
    },

    calendar: async (lang: LabelLanguage): Promise<Finished> =>
      cachedCalendar(await cacheKey(lang), async () => {
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
