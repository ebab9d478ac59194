import { expect, it } from 'vitest'
import { createRepeatDetector } from './repeat-detector.ts'

it('reports a repeat until the code has been out of sight for three seconds', () => {
  const { isRepeat, isInSight, forget } = createRepeatDetector()
  const readings: readonly (readonly [code: string, timeMs: number, isRepeat: boolean])[] = [
    ['A', 0, false],
    ['A', 2_900, true],
    ['A', 5_800, true],
    ['B', 5_900, false],
    ['A', 8_799, true],
    ['A', 11_799, false],
    ['B', 11_800, false],
  ]
  for (const [code, timeMs, expected] of readings)
    expect([code, timeMs, isRepeat(code, timeMs)]).toEqual([code, timeMs, expected])
  expect([isInSight('B', 12_299), isInSight('B', 12_300), isInSight('C', 0)]).toEqual([
    true,
    false,
    false,
  ])
  forget('B')
  expect(isRepeat('B', 11_801)).toBe(false)
})
