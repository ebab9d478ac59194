/** A month as 'YYYY-MM', within what a date field of a browser can be asked to show. */
export const isMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(value)

export const monthOf = (day: string): string => day.slice(0, 7)

export const isIn = (month: string, day: string): boolean => day.startsWith(`${month}-`)

/** The month so many months later, or earlier. */
export function monthAfter(month: string, by: number): string {
  const { year, index } = parts(month)
  return monthOf(dayText(Date.UTC(year, index + by, 1)))
}

const daysInWeek = 7

/**
 * The weeks that hold the days of a month, each from Monday; the first and last reach into its
 * neighbours.
 */
export function monthWeeks(month: string): string[][] {
  const { year, index } = parts(month)
  const first = new Date(Date.UTC(year, index, 1))
  const sinceMonday = (first.getUTCDay() + 6) % daysInWeek
  const days = new Date(Date.UTC(year, index + 1, 0)).getUTCDate()
  return Array.from({ length: Math.ceil((sinceMonday + days) / daysInWeek) }, (_, week) =>
    Array.from({ length: daysInWeek }, (_, day) =>
      dayText(Date.UTC(year, index, 1 + week * daysInWeek + day - sinceMonday)),
    ),
  )
}

const parts = (month: string) => ({
  year: Number(month.slice(0, 4)),
  index: Number(month.slice(5, 7)) - 1,
})

const dayText = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
