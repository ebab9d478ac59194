import type { EventLanguage } from './languages.ts'

/** Stands before the day on which something begins. */
export const fromWords = { de: 'Ab', en: 'From', fr: 'Dès le' } as const satisfies Record<EventLanguage, string>

// A calendar day has no zone: read as midnight UTC, it has to be written in UTC as well.
const dayFormats = Object.fromEntries(
  (['de', 'en', 'fr'] as const).map((language) => [
    language,
    new Intl.DateTimeFormat(`${language}-CH`, { dateStyle: 'full', timeZone: 'UTC' }),
  ]),
) as Record<EventLanguage, Intl.DateTimeFormat>

interface When {
  readonly date: string
  readonly start: boolean
  readonly time: string
  readonly show_time: boolean
}

/** The day in words, such as 'Ab Sonntag, 31. Mai 2026'; empty while there is no day. */
export function eventDay({ date, start }: Pick<When, 'date' | 'start'>, language: EventLanguage): string {
  const day = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(day.getTime())) return ''
  const words = dayFormats[language].format(day)
  return start ? `${fromWords[language]} ${words}` : words
}

/** The time as visitors see it, such as '19:30'; empty when it is not to be shown. */
export const eventTime = ({ time, show_time }: Pick<When, 'time' | 'show_time'>): string =>
  show_time ? time.slice(0, 5) : ''
