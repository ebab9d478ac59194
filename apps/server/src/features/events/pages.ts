import { createHash } from 'node:crypto'
import { type EventLanguage, eventLanguages } from '@vitrine/contract'
import { renderEventsPage } from '@vitrine/pages'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import { houseOf } from '../../house.ts'
import type { Finished } from '../../http/finished.ts'
import { lastMade } from '../../http/last-made.ts'
import { finishPage, type Page } from '../../http/page.ts'
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
  // As long as the events are the same, so is the page.
  const remember = lastMade<Page>(eventLanguages.length)
  const rememberCalendar = lastMade<Finished>(eventLanguages.length)

  return {
    async box(language: EventLanguage): Promise<Page> {
      const props = {
        house: houseOf(foundation, clock),
        url: `${publicUrl()}/save-the-date?lang=${language}`,
        language,
        events: await events.upcoming(),
      }
      return remember(JSON.stringify(props), () => finishPage(renderEventsPage(props), { embeddedBy }))
    },

    async calendar(language: EventLanguage): Promise<Finished> {
      const upcoming = await events.upcoming()
      const house = { language, foundation, host: new URL(publicUrl()).host }
      return rememberCalendar(JSON.stringify([upcoming, house]), async () => {
        const plain = Buffer.from(calendarOf(upcoming, house))
        return {
          type: 'text/calendar; charset=utf-8',
          name: createHash('sha256').update(plain).digest('base64url'),
          cache: 'shared',
          content: { plain },
        }
      })
    },
  }
}

export type EventPages = ReturnType<typeof eventPages>
