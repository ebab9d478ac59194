import {
  eventText,
  eventTime,
  lastDayOf,
  localInstant,
  type PageLanguage,
  type PublicEvent,
  plainText,
  withLang,
} from '@vitrine/contract'
import { type Imprint, type StructuredData, shortened } from '../document/page.ts'

interface DescribedEvents extends PageLanguage {
  readonly imprint: Imprint
  /** The address of their page without a language. */
  readonly url: string
  readonly events: readonly PublicEvent[]
}

/** The events in the words of schema.org. One without a text has no name and is left out. */
export function eventsData({ imprint, url, events, ...page }: DescribedEvents): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@graph': events.flatMap((event) => {
      const { language: spoken, html } = eventText(event, page.lang)
      const text = plainText(html)
      const time = eventTime(event)
      if (!text) return []
      return {
        '@type': 'Event',
        name: shortened(text.split('\n', 1).join('')),
        description: shortened(text),
        startDate: time ? localInstant(event.date, time) : event.date,
        ...(lastDayOf(event) && { endDate: lastDayOf(event) }),
        url: withLang(url, page),
        inLanguage: spoken,
        eventStatus: 'https://schema.org/EventScheduled',
        eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
        location: { '@type': 'Place', name: imprint.foundation, address: imprint.address },
        organizer: { '@type': 'Organization', name: imprint.foundation },
      }
    }),
  }
}
