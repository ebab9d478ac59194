import { type LabelLanguage, languages } from '../languages.ts'

const dayFormats = new Map<LabelLanguage, Intl.DateTimeFormat>()

function dayFormat(language: LabelLanguage): Intl.DateTimeFormat {
  const known = dayFormats.get(language)
  if (known) return known
  // A calendar day has no zone: read as midnight UTC, it has to be written in UTC as well.
  const made = new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'full',
    timeZone: 'UTC',
  })
  dayFormats.set(language, made)
  return made
}

interface When {
  readonly date: string
  readonly start: boolean
  readonly last_day: string
  readonly time: string
  readonly show_time: boolean
}

/** The day in words, such as 'Ab Sonntag, 31. Mai 2026'; empty while there is no day. */
export function formatEventDay(
  { date, start }: Pick<When, 'date' | 'start'>,
  language: LabelLanguage,
): string {
  const words = formatLongDay(date, language)
  return start && words ? `${languages[language].from} ${words}` : words
}

/** Until when it goes on, such as 'bis Sonntag, 14. Juni 2026'; empty where no last day is to be shown. */
export function formatEventUntil(
  event: Pick<When, 'start' | 'last_day'>,
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

/** A day as `Intl` formats it, except for the first of a month where a language has a word for it. */
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

/** The last day of what goes on after its first; empty when there is none. */
export const eventLastDay = ({ start, last_day }: Pick<When, 'start' | 'last_day'>): string =>
  start ? last_day : ''

/** What is marked 'From' is over after its last day, and never without one; anything else after its only day. */
export function isEventOver(
  event: Pick<When, 'date' | 'start' | 'last_day'>,
  today: string,
): boolean {
  if (!event.start) return event.date < today
  return event.last_day !== '' && event.last_day < today
}

export const endsBeforeStart = (event: Pick<When, 'date' | 'start' | 'last_day'>): boolean =>
  eventLastDay(event) !== '' && eventLastDay(event) < event.date
export const endsBeforeStartMessage = 'The last day must not be before the first day.'

/** The time as visitors see it, such as '19:30'; empty when it is not to be shown. */
export const formatEventTime = ({ time, show_time }: Pick<When, 'time' | 'show_time'>): string =>
  show_time ? time.slice(0, 5) : ''
