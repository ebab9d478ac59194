import {
  eventDay,
  eventTime,
  eventUntil,
  type LabelLanguage,
  type PublicEvent,
} from '@vitrine/contract'

/** When an event is, on one line. */
export const eventWhen = (event: PublicEvent, lang: LabelLanguage): string =>
  [eventDay(event, lang), eventUntil(event, lang), eventTime(event)].filter(Boolean).join(' · ')
