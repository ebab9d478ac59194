import {
  type LabelLanguage,
  type PublicEvent,
  pickEventText,
  toDay,
  toPlainText,
} from '@vitrine/contract'
import { matchAskedEvents } from '@vitrine/guide'
import type { GuideAnswer } from '@vitrine/pages'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/tables.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { eventService } from '../events/index.ts'

/** Events in an answer; all others are on the page of events. */
const maxShownEvents = 3

/** Reads the events that are not over; cached per day until an event changes. */
export function upcomingEventReader(db: Db, clock: Clock): () => Promise<readonly PublicEvent[]> {
  const { upcoming } = eventService(db, clock)
  const readCachedEvents = cachePerRevision<readonly PublicEvent[]>({
    db,
    revisionNames: ['events'],
    max: 1,
  })
  return () => readCachedEvents(toDay(clock.now()), upcoming)
}

/** Finds the events that a question asks about. */
export function findAskedEvents(
  events: readonly PublicEvent[],
  question: string,
  lang: LabelLanguage,
): PublicEvent[] {
  const texts = events.map((event) => {
    const { html, language } = pickEventText(event, lang)
    return { text: toPlainText(html), language }
  })
  return matchAskedEvents(question, texts, lang).flatMap((index) => events[index] ?? [])
}

export const toEventsAnswer = (events: readonly PublicEvent[]): GuideAnswer => ({
  kind: 'events',
  events: events.slice(0, maxShownEvents),
})
