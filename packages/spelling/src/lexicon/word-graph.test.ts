import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildGraph, findWordNumber } from './word-graph.ts'

const sorted = (words: readonly string[]) => [...new Set(words)].sort()

test('findWordNumber returns the position of exactly the known words', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', 'é', 'œ'),
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 60 }), letters, (words, other) => {
      const known = sorted(words)
      const graph = buildGraph(known)
      expect(known.map((word) => findWordNumber(graph, word))).toEqual(
        known.map((_, index) => index),
      )
      expect(findWordNumber(graph, other)).toBe(known.indexOf(other))
    }),
  )
})

test('buildGraph stores common prefixes and suffixes once', () => {
  const words = sorted(['laden', 'lader', 'baden', 'bader', 'beladen', 'belader'])
  expect(buildGraph(words).final.length).toBeLessThan(12)
})
