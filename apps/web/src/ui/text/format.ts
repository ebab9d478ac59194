import { groupThousands, museumTimeZone } from '@vitrine/contract'

const dateFormat = new Intl.DateTimeFormat('en-CH', {
  dateStyle: 'medium',
  timeZone: museumTimeZone,
})
const dateTimeFormat = new Intl.DateTimeFormat('en-CH', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: museumTimeZone,
})
const timeFormat = new Intl.DateTimeFormat('en-CH', {
  timeStyle: 'short',
  timeZone: museumTimeZone,
})

export const formatDate = (instant: string): string => dateFormat.format(new Date(instant))
export const formatDateTime = (instant: string): string => dateTimeFormat.format(new Date(instant))
export const formatTime = (instant: string): string => timeFormat.format(new Date(instant))

export const formatNumber = (count: number): string => groupThousands(String(count))

/** Returns a text such as '3 of 48 comments (filtered)'. */
export const formatFilteredCount = (shown: number, all: number, what: string): string =>
  `${formatNumber(shown)} of ${formatNumber(all)} ${what}${shown < all ? ' (filtered)' : ''}`

/** Whether a value is a calendar day as text, such as 2026-05-30. */
export const isIsoDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** The font size of browsers without other settings, in pixels. */
const defaultFontSize = 16

/** Factor of the browser's font size setting, for heights that must be known in pixels. */
export const rootFontScale =
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / defaultFontSize
