export const museumTimeZone = 'Europe/Zurich'

const offsetFormat = new Intl.DateTimeFormat('en', {
  timeZone: museumTimeZone,
  timeZoneName: 'longOffset',
})

/** A time of a day in the museum's zone with its offset, as '2026-05-31T19:30+02:00'. */
export function formatLocalInstant(day: string, time: string): string {
  const local = `${day}T${time}`
  const offsetAt = (instant: number) =>
    /[+-]\d\d:\d\d/.exec(offsetFormat.format(instant))?.[0] ?? 'Z'
  const guess = offsetAt(Date.parse(`${local}Z`))
  // On the day on which the clocks change, the guess may be that of some hours later.
  return `${local}${offsetAt(Date.parse(local + guess))}`
}

/** The calendar day of an instant in the museum's zone, as 'YYYY-MM-DD'. */
export const toDay = (instant: Date): string => dayFormat.format(instant)

// The Swedish way of writing a date happens to be the ISO one.
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: museumTimeZone })

/** The calendar year of an instant in the museum's zone. */
export const toYear = (instant: Date): number => Number(toDay(instant).slice(0, 4))

/** An instant by the museum's clock, as 'YYYY-MM-DD HH:MM'. */
export const formatMinute = (instant: Date): string => minuteFormat.format(instant)

const minuteFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: museumTimeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** For how long what was deleted can be restored, and an item stays in the archive at least. */
export const retentionDays = 30

/** The instant at which a calendar day begins in the museum's zone, as ISO text. */
export function startOfDay(day: string): string {
  const midnight = Date.parse(day)
  // The zone is an hour ahead of UTC in winter and two in summer; no clock is ever changed at midnight.
  const inSummer = new Date(midnight - 2 * 3_600_000)
  return (toDay(inSummer) === day ? inSummer : new Date(midnight - 3_600_000)).toISOString()
}

/** The calendar day so many days after another. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)

/** Whole days from one calendar day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** How long ago an instant was, in the words staff are used to. */
export function describeAge(instant: Date, now: Date): string {
  const days = Math.max(0, daysBetween(toDay(instant), toDay(now)))
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < 14) return ago(days, 'day')
  if (days < 8 * 7) return ago(Math.floor(days / 7), 'week')
  const months = monthsBetween(toDay(instant), toDay(now))
  if (months < 18) return ago(Math.round(months), 'month')
  return ago(Math.floor(months / 12), 'year')
}

/** Calendar months from one day to a later one, with the part of the month that has begun. */
function monthsBetween(from: string, to: string): number {
  const since = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  const anniversary = since(to) - since(from)
  const whole = monthsLater(from, anniversary) <= to ? anniversary : anniversary - 1
  const begun = monthsLater(from, whole)
  return whole + daysBetween(begun, to) / daysBetween(begun, monthsLater(from, whole + 1))
}

/** The same day so many months later, or the last one of a month that is too short for it. */
function monthsLater(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month + count, 0))
  lastOfMonth.setUTCDate(Math.min(date, lastOfMonth.getUTCDate()))
  return lastOfMonth.toISOString().slice(0, 10)
}

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`
