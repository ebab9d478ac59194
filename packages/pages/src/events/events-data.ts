import {
  eventLastDay,
  formatEventTime,
  formatLocalInstant,
  type PageLanguage,
  type PublicEvent,
  pickEventText,
  toPlainText,
  withLangParameter,
} from '@vitrine/contract'
import { type Imprint, type StructuredData, truncateForPreview } from '../document/page.ts'

interface EventsDataInput extends PageLanguage {
  readonly imprint: Imprint
  /** URL of the events page, without language. */
  readonly url: string
  readonly events: readonly PublicEvent[]
}

/** Builds schema.org data of the events. Leaves out events without text, as they have no name. */
export function buildEventsData({
  imprint,
  url,
  events,
  ...page
}: EventsDataInput): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@graph': events.flatMap((event) => {
      const { language: spoken, html } = pickEventText(event, page.lang)
      const text = toPlainText(html)
      const time = formatEventTime(event)
      if (!text) return []
      return {
        '@type': 'Event',
        name: truncateForPreview(text.split('\n', 1).join('')),
        description: truncateForPreview(text),
        startDate: time ? formatLocalInstant(event.date, time) : event.date,
        ...(eventLastDay(event) && { endDate: eventLastDay(event) }),
        url: withLangParameter(url, page),
        inLanguage: spoken,
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        location: { '@type': 'Place', name: imprint.foundation, address: imprint.address },
        organizer: { '@type': 'Organization', name: imprint.foundation },
      }
    }),
  }
}
