import {
  formatEventDay,
  formatEventTime,
  formatEventUntil,
  type LabelLanguage,
  type PublicEvent,
} from '@vitrine/contract'

/** When an event is, on one line. */
export const formatEventDates = (event: PublicEvent, lang: LabelLanguage): string =>
  [formatEventDay(event, lang), formatEventUntil(event, lang), formatEventTime(event)]
    .filter(Boolean)
    .join(' · ')
