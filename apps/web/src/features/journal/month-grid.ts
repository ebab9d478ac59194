/** Whether the value is a month as 'YYYY-MM', limited to years that date fields can show. */
export const isMonth = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(value)

export const toMonth = (day: string): string => day.slice(0, 7)

export const isInMonth = (month: string, day: string): boolean => day.startsWith(`${month}-`)

/** Adds a number of months, which may be negative. */
export function addMonths(month: string, count: number): string {
  const { year, index } = parseMonth(month)
  return toMonth(toDay(Date.UTC(year, index + count, 1)))
}

const daysInWeek = 7

/** Lists the days of all weeks of a month, from Monday; the first and last may cross its ends. */
export function listMonthWeeks(month: string): string[][] {
  const { year, index } = parseMonth(month)
  const firstDay = new Date(Date.UTC(year, index, 1))
  const daysSinceMonday = (firstDay.getUTCDay() + 6) % daysInWeek
  const days = new Date(Date.UTC(year, index + 1, 0)).getUTCDate()

  return Array.from({ length: Math.ceil((daysSinceMonday + days) / daysInWeek) }, (_, week) =>
    Array.from({ length: daysInWeek }, (_, day) =>
      toDay(Date.UTC(year, index, 1 + week * daysInWeek + day - daysSinceMonday)),
    ),
  )
}

// With three lines a day, six weeks fit below the app's header in a window 800 px tall.
const linesByEntry: readonly (readonly number[])[] = [[], [3], [2, 1], [1, 1, 1]]

/** Shares the lines of a day among its first entries, and counts the others. */
export function distributeLines(count: number): { lines: readonly number[]; hidden: number } {
  const lines = linesByEntry[count] ?? linesByEntry.at(-1) ?? []
  return { lines, hidden: count - lines.length }
}

const parseMonth = (month: string) => ({
  year: Number(month.slice(0, 4)),
  index: Number(month.slice(5, 7)) - 1,
})

const toDay = (instant: number): string => new Date(instant).toISOString().slice(0, 10)
