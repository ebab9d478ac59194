import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeRarityWeight, keepBest } from './ranking.ts'

test('keepBest equals sorting and cutting', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ max: 9 })),
      fc.integer({ min: 1, max: 5 }),
      (values, limit) => {
        const best: number[] = []
        for (const value of values) keepBest(best, value, limit, (a, b) => a - b)
        expect(best).toEqual(values.toSorted((a, b) => a - b).slice(0, limit))
      },
    ),
  )
})

test('rarityWeight is higher for rarer words, and never 0', () => {
  expect([1, 2, 10].map((count) => computeRarityWeight(count, 10))).toEqual(
    [1, 2, 10].map((count) => computeRarityWeight(count, 10)).toSorted((a, b) => b - a),
  )
  expect(computeRarityWeight(10, 10)).toBeGreaterThan(0)
})
