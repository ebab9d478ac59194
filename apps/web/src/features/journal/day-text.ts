// Parsed and formatted in UTC, so that the day is the same in every time zone.
const createDayFormatter = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-CH', { ...options, timeZone: 'UTC' })

  return (day: string): string => {
    const instant = new Date(day)
    return Number.isNaN(instant.valueOf()) ? day : formatter.format(instant)
  }
}

/** Such as 'Sun, 31 May 2026'. Returns other texts than days unchanged. */
export const formatDay = createDayFormatter({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** Such as 'Sunday 31 May'. */
export const formatWeekdayAndDay = createDayFormatter({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** Such as 'May 2026', from a month or a day of it. */
export const formatMonth = createDayFormatter({ month: 'long', year: 'numeric' })

export const formatShortWeekday = createDayFormatter({ weekday: 'short' })
export const formatWeekday = createDayFormatter({ weekday: 'long' })
