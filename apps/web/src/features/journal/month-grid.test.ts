import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, distributeLines, isInMonth, isMonth, listMonthWeeks } from './month-grid.ts'

const months = fc
  .tuple(fc.integer({ min: 1900, max: 2199 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`)

describe('the weeks of a month', () => {
  it.each([
    ['2026-05', 5, '2026-04-27', '2026-05-31'],
    ['2026-06', 5, '2026-06-01', '2026-07-05'],
    // Exactly four weeks; and six weeks.
    ['2027-02', 4, '2027-02-01', '2027-02-28'],
    ['2026-08', 6, '2026-07-27', '2026-09-06'],
    ['2024-02', 5, '2024-01-29', '2024-03-03'],
  ])('of %s are %i, from %s to %s', (month, weeks, first, last) => {
    const grid = listMonthWeeks(month)
    expect([grid.length, grid[0]?.[0], grid.at(-1)?.at(-1)]).toEqual([weeks, first, last])
  })

  it('start on Monday, miss no day and repeat none', () => {
    fc.assert(
      fc.property(months, (month) => {
        const grid = listMonthWeeks(month)
        for (const week of grid) expect(new Date(week[0] ?? '').getUTCDay()).toBe(1)
        const days = grid.flat()
        const gaps = days
          .slice(1)
          .map((day, index) => Date.parse(day) - Date.parse(days[index] ?? ''))
        expect(new Set(gaps)).toEqual(new Set([86_400_000]))
        const daysInMonth = days.filter((day) => isInMonth(month, day))
        expect(daysInMonth[0]).toBe(`${month}-01`)
        expect(
          isInMonth(
            month,
            new Date(Date.parse(daysInMonth.at(-1) ?? '') + 86_400_000).toISOString(),
          ),
        ).toBe(false)
        expect(days.length - daysInMonth.length).toBeLessThan(13)
      }),
    )
  })
})

it('adds and subtracts months across the end of a year', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-05', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-05',
  ])
})

it.each(['2026-13', '2026-5', '0026-05', '2026-05-01', 202605, null, ''])(
  'rejects %s as a month',
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
])('a day with %i entries shows lines %j and hides %i', (count, lines, hidden) => {
  expect(distributeLines(count)).toEqual({ lines, hidden })
})
