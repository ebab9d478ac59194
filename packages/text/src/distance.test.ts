import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countMissingLetters, editDistance, toLetterMask } from './distance.ts'

test.each([
  ['martini', 'martini', 0],
  ['martni', 'martini', 1],
  ['marttini', 'martini', 1],
  ['mastini', 'martini', 1],
  ['matrini', 'martini', 1],
  ['matrinni', 'martini', 2],
  ['bugatti', 'martini', 3],
])('from %s to %s it takes %d edits', (typed, word, edits) =>
  expect(editDistance(typed, word, 2, false)).toBe(edits),
)

test('editDistance can match a prefix', () => {
  expect(editDistance('switzre', 'switzerland', 1, true)).toBe(1)
  expect(editDistance('swizt', 'switzerland', 1, true)).toBe(1)
  expect(editDistance('switzre', 'switzerland', 1, false)).toBe(2)
})

test('countMissingLetters never exceeds the edit distance', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcde1éбп'), minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(word, word, fc.boolean(), (typed, other, toPrefix) => {
      if (editDistance(typed, other, 2, toPrefix) <= 2)
        expect(
          countMissingLetters(toLetterMask(typed), toLetterMask(other), 2),
        ).toBeLessThanOrEqual(2)
    }),
  )
})

test('pruning does not change the edit distance', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, fc.constantFrom(1, 2), fc.boolean(), (typed, other, max, toPrefix) => {
      const ends = toPrefix
        ? Array.from({ length: other.length + 1 }, (_, end) => other.slice(0, end))
        : [other]
      const plain = Math.min(...ends.map((end) => plainEdits(typed, end)))
      expect(editDistance(typed, other, max, toPrefix)).toBe(Math.min(plain, max + 1))
    }),
  )
})

/** Reference implementation. */
function plainEdits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [lastA, lastB] = [a.at(-1), b.at(-1)]
  return Math.min(
    plainEdits(a.slice(0, -1), b) + 1,
    plainEdits(a, b.slice(0, -1)) + 1,
    plainEdits(a.slice(0, -1), b.slice(0, -1)) + (lastA === lastB ? 0 : 1),
    a.length > 1 && b.length > 1 && lastA === b.at(-2) && a.at(-2) === lastB
      ? plainEdits(a.slice(0, -2), b.slice(0, -2)) + 1
      : Number.POSITIVE_INFINITY,
  )
}
