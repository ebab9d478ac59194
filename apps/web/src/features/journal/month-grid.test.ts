import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, distributeLines, isInMonth, isMonth, listMonthWeeks } from './month-grid.ts'

const months = fc
  .tuple(fc.integer({ min: 1900, max: 2199 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`)

const dayMs = 86_400_000

const toFollowingDay = (day: string): string =>
  new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10)

describe('listMonthWeeks', () => {
  it.each([
    ['2026-05', 5, '2026-04-27', '2026-05-31'],
    ['2026-06', 5, '2026-06-01', '2026-07-05'],
    // Exactly four weeks; and six weeks.
    ['2027-02', 4, '2027-02-01', '2027-02-28'],
    ['2026-08', 6, '2026-07-27', '2026-09-06'],
    ['2024-02', 5, '2024-01-29', '2024-03-03'],
  ])('lists for %s %i weeks from %s to %s', (month, weekCount, firstDay, lastDay) => {
    const weeks = listMonthWeeks(month)
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([
      weekCount,
      firstDay,
      lastDay,
    ])
  })

  it('starts each week on Monday', () => {
    fc.assert(
      fc.property(months, (month) => {
        for (const [firstDay = ''] of listMonthWeeks(month))
          expect(new Date(firstDay).getUTCDay()).toBe(1)
      }),
    )
  })

  it('lists each day once, in order', () => {
    fc.assert(
      fc.property(months, (month) => {
        const days = listMonthWeeks(month).flat()
        expect(days.slice(1)).toEqual(days.slice(0, -1).map(toFollowingDay))
      }),
    )
  })

  it('lists all days of the month, and at most six of each neighbouring month', () => {
    fc.assert(
      fc.property(months, (month) => {
        const days = listMonthWeeks(month).flat()
        const daysInMonth = days.filter((day) => isInMonth(month, day))
        expect(daysInMonth[0]).toBe(`${month}-01`)
        expect(isInMonth(month, toFollowingDay(daysInMonth.at(-1) ?? ''))).toBe(false)
        expect(days.length - daysInMonth.length).toBeLessThanOrEqual(2 * 6)
      }),
    )
  })
})

it('addMonths adds and subtracts months across the end of a year', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(addMonths('2026-05', 0)).toBe('2026-05')
})

it.each(['2026-13', '2026-5', '0026-05', '2026-05-01', 202605, null, ''])(
  'isMonth rejects %j',
  (value) => {
    expect(isMonth(value)).toBe(false)
  },
)

it.each([
  [0, [], 0],
  [1, [3], 0],
  [2, [2, 1], 0],
  [3, [1, 1, 1], 0],
  [4, [1, 1, 1], 1],
  [12, [1, 1, 1], 9],
])('a calendar day with %i entries shows %j lines of each and hides %i', (count, lines, hidden) => {
  expect(distributeLines(count)).toEqual({ lines, hidden })
})
