import { groupThousands, museumTimeZone } from '@vitrine/contract'

const medium = new Intl.DateTimeFormat('en-CH', { dateStyle: 'medium', timeZone: museumTimeZone })
const withTime = new Intl.DateTimeFormat('en-CH', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: museumTimeZone,
})
const time = new Intl.DateTimeFormat('en-CH', { timeStyle: 'short', timeZone: museumTimeZone })

export const formatDate = (instant: string): string => medium.format(new Date(instant))
export const formatDateTime = (instant: string): string => withTime.format(new Date(instant))
export const formatTime = (instant: string): string => time.format(new Date(instant))

export const formatNumber = (count: number): string => groupThousands(String(count))

/** '3 of 48 comments (filtered)' */
export const formatFilteredCount = (shown: number, all: number, what: string): string =>
  `${formatNumber(shown)} of ${formatNumber(all)} ${what}${shown < all ? ' (filtered)' : ''}`

export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** How much larger than the default the browser’s text is set: for heights that must be known in pixels. */
export const rootFontScale =
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
