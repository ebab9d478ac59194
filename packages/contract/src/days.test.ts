import { expect, test } from 'vitest'
import { age, dayOf, startOfDay } from './days.ts'

test('a day is the museum’s, not the server’s', () => {
  expect(dayOf(new Date('2026-07-01T21:59:00Z'))).toBe('2026-07-01')
  expect(dayOf(new Date('2026-07-01T22:01:00Z'))).toBe('2026-07-02')
  expect(dayOf(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01-01')
})

test.for([
  ['2026-01-31', '2026-01-30T23:00:00.000Z'],
  ['2026-07-01', '2026-06-30T22:00:00.000Z'],
  // The nights in which the clocks change.
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
] as const)('%s begins at %s', ([day, instant]) => {
  expect(startOfDay(day)).toBe(instant)
})

test.for([
  ['2026-11-15T00:30:00+01:00', 'Today'],
  ['2026-11-14T23:30:00+01:00', 'Yesterday'],
  ['2026-11-13T12:00:00+01:00', '2 days ago'],
  ['2026-11-02T12:00:00+01:00', '13 days ago'],
  ['2026-11-01T12:00:00+01:00', '2 weeks ago'],
  ['2026-09-21T12:00:00+02:00', '7 weeks ago'],
  ['2026-09-20T12:00:00+02:00', '1 month ago'],
  ['2025-06-15T12:00:00+02:00', '17 months ago'],
  ['2025-04-15T12:00:00+02:00', '1 year ago'],
  ['2026-11-16T12:00:00+01:00', 'Today'],
])('%s is %s', ([instant = '', words]) => {
  expect(age(new Date(instant), new Date('2026-11-15T12:00:00+01:00'))).toBe(words)
})
