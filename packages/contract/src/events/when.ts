import type { EventLanguage } from './languages.ts'

/** Stands before the day on which something begins. */
export const fromWords = { de: 'Ab', en: 'From', fr: 'Dès le' } as const satisfies Record<EventLanguage, string>

// A calendar day has no zone: read as midnight UTC, it has to be written in UTC as well.
const dayFormat = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })

const dayFormats = {
  de: dayFormat('de-CH'),
  en: dayFormat('en-CH'),
  // Not fr-CH, which puts a comma behind the weekday: 'Dès le samedi, 5 décembre' is no French.
  fr: dayFormat('fr'),
} as const satisfies Record<EventLanguage, Intl.DateTimeFormat>

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
