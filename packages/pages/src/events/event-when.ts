import {
  formatEventDay,
  formatEventTime,
  formatEventUntil,
  type LabelLanguage,
  type PublicEvent,
} from '@vitrine/contract'

/** Formats day, last day and time of an event on one line. */
export const formatEventDates = (event: PublicEvent, lang: LabelLanguage): string =>
  [formatEventDay(event, lang), formatEventUntil(event, lang), formatEventTime(event)]
    .filter(Boolean)
    .join(' · ')
