import { type LabelLanguage, languages } from '../languages.ts'

const dayFormats = new Map<LabelLanguage, Intl.DateTimeFormat>()

function dayFormat(language: LabelLanguage): Intl.DateTimeFormat {
  const cached = dayFormats.get(language)
  if (cached) return cached

  // Calendar days are parsed as midnight UTC, so they must be formatted in UTC as well.
  const format = new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'full',
    timeZone: 'UTC',
  })
  dayFormats.set(language, format)
  return format
}

interface EventDates {
  readonly date: string
  readonly start: boolean
  readonly last_day: string
  readonly time: string
  readonly show_time: boolean
}

/** The first day in words, such as 'Ab Sonntag, 31. Mai 2026'; empty while there is no day. */
export function formatEventDay(
  { date, start }: Pick<EventDates, 'date' | 'start'>,
  language: LabelLanguage,
): string {
  const words = formatLongDay(date, language)
  return start && words ? `${languages[language].from} ${words}` : words
}

/** The last day in words, such as 'bis Sonntag, 14. Juni 2026'; empty if none is shown. */
export function formatEventUntil(
  event: Pick<EventDates, 'start' | 'last_day'>,
  language: LabelLanguage,
): string {
  const words = formatLongDay(eventLastDay(event), language)
  return words && `${languages[language].until} ${words}`
}

/** A calendar day such as 'Sunday, 31 May 2026'; empty for anything else. */
export function formatLongDay(date: string, language: LabelLanguage): string {
  const day = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? '' : formatLongDate(dayFormat(language), day, language)
}

/** Formats a day with `Intl`, except for the first of a month if the language has a word for it. */
export function formatLongDate(
  format: Intl.DateTimeFormat,
  day: Date,
  language: LabelLanguage,
): string {
  const { firstOfMonth = '1' } = languages[language]
  const parts = format.formatToParts(day)
  return parts
    .map(({ type, value }) => (type === 'day' && value === '1' ? firstOfMonth : value))
    .join('')
}

/** The last day of an event of several days; empty if there is none. */
export const eventLastDay = ({
  start,
  last_day,
}: Pick<EventDates, 'start' | 'last_day'>): string => (start ? last_day : '')

/** Events marked 'From' are over after their last day, or never; others after their only day. */
export function isEventOver(
  event: Pick<EventDates, 'date' | 'start' | 'last_day'>,
  today: string,
): boolean {
  if (!event.start) return event.date < today
  return event.last_day !== '' && event.last_day < today
}

export const endsBeforeStart = (event: Pick<EventDates, 'date' | 'start' | 'last_day'>): boolean =>
  eventLastDay(event) !== '' && eventLastDay(event) < event.date
export const endsBeforeStartMessage = 'The last day must not be before the first day.'

/** The time as visitors see it, such as '19:30'; empty if it is hidden. */
export const formatEventTime = ({
  time,
  show_time,
}: Pick<EventDates, 'time' | 'show_time'>): string => (show_time ? time.slice(0, 5) : '')
