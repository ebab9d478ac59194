import { expect, it } from 'vitest'
import { makeRepeats } from './repeats.ts'

it('counts a code once for as long as it is in sight, and again three seconds after', () => {
  const { isRepeat, isInSight, forget } = makeRepeats()
  const seen: readonly (readonly [code: string, at: number, isRepeat: boolean])[] = [
    ['A', 0, false],
    ['A', 2_900, true],
    ['A', 5_800, true],
    ['B', 5_900, false],
    ['A', 8_799, true],
    ['A', 11_799, false],
    ['B', 11_800, false],
  ]
  for (const [code, at, is] of seen) expect([code, at, isRepeat(code, at)]).toEqual([code, at, is])
  expect([isInSight('B', 12_299), isInSight('B', 12_300), isInSight('C', 0)]).toEqual([
    true,
    false,
    false,
  ])
  forget('B')
  expect(isRepeat('B', 11_801)).toBe(false)
})
