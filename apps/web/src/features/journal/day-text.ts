// A day is a day everywhere: it is read and written in the same zone.
const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-CH', { ...options, timeZone: 'UTC' })
  return (day: string): string => {
    const instant = new Date(day)
    return Number.isNaN(instant.valueOf()) ? day : formatter.format(instant)
  }
}

/** 'Sun, 31 May 2026' */
export const dayText = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/** 'Sunday 31 May' */
export const dayInMonthText = format({ weekday: 'long', day: 'numeric', month: 'long' })

/** 'May 2026', from a month or a day of it. */
export const monthText = format({ month: 'long', year: 'numeric' })

export const weekdayText = format({ weekday: 'short' })
export const longWeekdayText = format({ weekday: 'long' })
