export const museumTimeZone = 'Europe/Zurich'

const offsetFormat = new Intl.DateTimeFormat('en', {
  timeZone: museumTimeZone,
  timeZoneName: 'longOffset',
})

/** A local time in the museum's zone with its UTC offset: '2026-05-31T19:30+02:00'. */
export function formatLocalInstant(day: string, time: string): string {
  const local = `${day}T${time}`
  const offsetAt = (instant: number) =>
    /[+-]\d\d:\d\d/.exec(offsetFormat.format(instant))?.[0] ?? 'Z'
  const approximateOffset = offsetAt(Date.parse(`${local}Z`))
  // On the day of a clock change, the first offset may be the one that applies some hours later.
  return `${local}${offsetAt(Date.parse(local + approximateOffset))}`
}

/** The calendar day of an instant in the museum's zone, as 'YYYY-MM-DD'. */
export const toDay = (instant: Date): string => dayFormat.format(instant)

// Swedish dates have the ISO format.
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: museumTimeZone })

/** The calendar year of an instant in the museum's zone. */
export const toYear = (instant: Date): number => Number(toDay(instant).slice(0, 4))

/** Formats an instant in the museum's zone as 'YYYY-MM-DD HH:MM'. */
export const formatMinute = (instant: Date): string => minuteFormat.format(instant)

const minuteFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: museumTimeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** Days for which deleted records can be restored, and minimum days of an item in the archive. */
export const retentionDays = 30

/** The instant at which a calendar day begins in the museum's zone, as ISO text. */
export function startOfDay(day: string): string {
  const midnight = Date.parse(day)
  // Zurich is UTC+1 in winter and UTC+2 in summer; clocks never change at midnight.
  const inSummer = new Date(midnight - 2 * 3_600_000)
  return (toDay(inSummer) === day ? inSummer : new Date(midnight - 3_600_000)).toISOString()
}

/** The calendar day `count` days after `day`. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

/** Whole days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Formats how long ago an instant was, in calendar units: 'Yesterday', '3 weeks ago'. */
export function describeAge(instant: Date, now: Date): string {
  const days = Math.max(0, daysBetween(toDay(instant), toDay(now)))
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 14) return ago(days, 'day')
  if (days < 8 * 7) return ago(Math.floor(days / 7), 'week')
  const months = monthsBetween(toDay(instant), toDay(now))
  if (months < 18) return ago(Math.round(months), 'month')
  return ago(Math.round(months / 12), 'year')
}

/** Months from one day to a later one, including the elapsed fraction of the current month. */
function monthsBetween(from: string, to: string): number {
  const monthIndex = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  const difference = monthIndex(to) - monthIndex(from)
  const wholeMonths = addMonths(from, difference) <= to ? difference : difference - 1
  const monthStart = addMonths(from, wholeMonths)
  const monthEnd = addMonths(from, wholeMonths + 1)
  return wholeMonths + daysBetween(monthStart, to) / daysBetween(monthStart, monthEnd)
}

/** The same day of the month `count` months later, or the last day of a shorter month. */
function addMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0))
  lastOfMonth.setUTCDate(Math.min(date, lastOfMonth.getUTCDate()))
  return lastOfMonth.toISOString().slice(0, 10)
}

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`
