import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeAge, formatLocalInstant, formatMinute, startOfDay, toDay } from './days.ts'

test('toDay uses the museum’s time zone', () => {
  expect(toDay(new Date('2026-07-01T21:59:00Z'))).toBe('2026-07-01')
  expect(toDay(new Date('2026-07-01T22:01:00Z'))).toBe('2026-07-02')
  expect(toDay(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01')
})

test('formatMinute uses the museum’s time zone', () => {
  expect(formatMinute(new Date('2026-11-15T16:44:59Z'))).toBe('2026-11-15 17:44')
  expect(formatMinute(new Date('2026-12-31T23:05:00Z'))).toBe('2027-01-01 00:05')
})

test.for([
  ['2026-01-31', '2026-01-30T23:00:00.000Z'],
  ['2026-07-01', '2026-06-30T22:00:00.000Z'],
  // Days of clock changes.
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
] as const)('startOfDay: %s begins at %s', ([day, instant]) => {
  expect(startOfDay(day)).toBe(instant)
})

test.for([
  ['2026-11-15T00:30:00+01:00', 'Today'],
  ['2026-11-14T23:30:00+01:00', 'Yesterday'],
  ['2026-11-13T12:00:00+01:00', '2 days ago'],
  ['2026-11-02T12:00:00+01:00', '13 days ago'],
  ['2026-11-01T12:00:00+01:00', '2 weeks ago'],
  ['2026-09-21T12:00:00+02:00', '7 weeks ago'],
  ['2026-09-20T12:00:00+02:00', '2 months ago'],
  ['2025-11-16T12:00:00+01:00', '12 months ago'],
  ['2025-11-15T12:00:00+01:00', '12 months ago'],
  ['2025-06-15T12:00:00+02:00', '17 months ago'],
  ['2025-05-16T12:00:00+02:00', '18 months ago'],
  ['2025-05-15T12:00:00+02:00', '2 years ago'],
  ['2024-11-15T12:00:00+01:00', '2 years ago'],
  ['2024-05-16T12:00:00+02:00', '2 years ago'],
  ['2024-05-15T12:00:00+02:00', '3 years ago'],
  ['2026-11-16T12:00:00+01:00', 'Today'],
])('describeAge: %s is %s', ([instant = '', words]) => {
  expect(describeAge(new Date(instant), new Date('2026-11-15T12:00:00+01:00'))).toBe(words)
})

test.for([
  ['2024-02-29', '2025-02-28', '12 months ago'],
  ['2024-02-29', '2026-02-28', '2 years ago'],
  ['2025-12-31', '2026-02-28', '2 months ago'],
  ['2026-01-31', '2026-04-14', '2 months ago'],
  ['2026-01-31', '2026-04-15', '3 months ago'],
])('describeAge: %s is on %s %s', ([from = '', to = '', words]) => {
  expect(describeAge(new Date(startOfDay(from)), new Date(startOfDay(to)))).toBe(words)
})

test('describeAge never decreases as time passes', () => {
  const units = ['day', 'week', 'month', 'year']
  const rank = (words: string) => {
    const [, count, unit = ''] = /^(\d+) (\w+?)s? ago$/.exec(words) ?? []
    if (count === undefined) return words === 'Today' ? 0 : 1
    return units.indexOf(unit) * 1000 + Number(count)
  }
  const hours = (most: number) =>
    fc.integer({ min: 0, max: most }).map((count) => count * 3_600_000)
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      hours(24 * 365 * 6),
      hours(24 * 40),
      (instant, first, more) => {
        const words = (passed: number) => describeAge(instant, new Date(instant.getTime() + passed))
        expect(rank(words(first + more))).toBeGreaterThanOrEqual(rank(words(first)))
      },
    ),
    { numRuns: 2000 },
  )
})

test.for([
  ['2026-01-15', '19:30', '+01:00'],
  ['2026-07-15', '19:30', '+02:00'],
  // The clocks go forward at 2:00.
  ['2026-03-29', '01:30', '+01:00'],
  ['2026-03-29', '03:30', '+02:00'],
  ['2026-10-25', '01:30', '+02:00'],
  ['2026-10-25', '03:30', '+01:00'],
])('formatLocalInstant: %s, %s is %s from UTC', ([day = '', time = '', offset]) => {
  expect(formatLocalInstant(day, time)).toBe(`${day}T${time}${offset}`)
})
