import { createHash } from 'node:crypto'
import { dayOf, type EventLanguage, eventLanguages } from '@vitrine/contract'
import { renderEventsPage } from '@vitrine/pages'
import type { Clock } from '../../base/clock.ts'
import type { Config } from '../../config/config.ts'
import { imprintOf } from '../../config/imprint.ts'
import type { Finished } from '../../http/finished.ts'
import { finishPage, type Page } from '../../http/page.ts'
import { promiseCache } from '../../http/promise-cache.ts'
import { calendarOf } from './calendar.ts'
import type { EventService } from './service.ts'

interface Parts {
  readonly events: EventService
  readonly clock: Clock
  readonly publicUrl: () => string
  readonly config: Pick<Config, 'foundation' | 'saveTheDateFrameAncestors'>
}

/** The events for visitors, as they are now. */
export const eventPages = ({ events, clock, publicUrl, config }: Parts) => {
  const { foundation, saveTheDateFrameAncestors: embeddedBy } = config
  const cached = promiseCache<Page>(eventLanguages.length)
  const cachedCalendar = promiseCache<Finished>(eventLanguages.length)

  /** The page depends on the revision and the day; computing the key reads a single row. */
  const cacheKey = async (language: EventLanguage) =>
    [await events.version(), dayOf(clock.now()), publicUrl(), language].join(' ')

  return {
    box: async (language: EventLanguage): Promise<Page> =>
      cached(await cacheKey(language), async () => {
        const props = {
          imprint: imprintOf(foundation, clock),
          url: `${publicUrl()}/save-the-date?lang=${language}`,
          language,
          events: await events.upcoming(),
        }
        return finishPage(renderEventsPage(props), { embeddedBy })
      }),

    calendar: async (language: EventLanguage): Promise<Finished> =>
      cachedCalendar(await cacheKey(language), async () => {
        const calendar = { language, foundation, host: new URL(publicUrl()).host }
        const plain = Buffer.from(calendarOf(await events.upcoming(), calendar))
        return {
          type: 'text/calendar; charset=utf-8',
          name: createHash('sha256').update(plain).digest('base64url'),
          cache: 'shared',
          content: { plain },
        }
      }),
  }
}

export type EventPages = ReturnType<typeof eventPages>
