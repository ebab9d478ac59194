import { stocktakeLimits } from '@vitrine/contract'
import { expect, it } from 'vitest'
import { createRepeatDetector } from './repeat-detector.ts'

const { repeatMs } = stocktakeLimits

it('reports a repeat until the code has been out of sight for three seconds', () => {
  const { isRepeat } = createRepeatDetector()
  expect(repeatMs).toBe(3_000)
  expect(isRepeat('A', 0)).toBe(false)

  // Each reading in time starts the three seconds anew.
  const secondReading = repeatMs - 100
  const thirdReading = secondReading + repeatMs - 1
  expect(isRepeat('A', secondReading)).toBe(true)
  expect(isRepeat('A', thirdReading)).toBe(true)
  expect(isRepeat('A', thirdReading + repeatMs)).toBe(false)
})

it('tells codes apart', () => {
  const { isRepeat } = createRepeatDetector()
  expect(isRepeat('A', 0)).toBe(false)
  expect(isRepeat('B', 100)).toBe(false)
  expect(isRepeat('A', 200)).toBe(true)
})

it('has a code in sight for half a second after each reading', () => {
  const { isRepeat, isInSight } = createRepeatDetector()
  isRepeat('A', 1_000)
  expect(isInSight('A', 1_499)).toBe(true)
  expect(isInSight('A', 1_500)).toBe(false)
  expect(isInSight('B', 1_000)).toBe(false)
})

it('reads a forgotten code as a new one', () => {
  const { isRepeat, forget } = createRepeatDetector()
  isRepeat('A', 0)
  forget('A')
  expect(isRepeat('A', 1)).toBe(false)
})
