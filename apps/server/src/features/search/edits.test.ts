import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editsBetween } from './edits.ts'
import { lettersOf, missingLetters } from './letters.ts'

test.each([
  ['martini', 'martini', 0],
  ['martni', 'martini', 1],
  ['marttini', 'martini', 1],
  ['mastini', 'martini', 1],
  ['matrini', 'martini', 1],
  ['matrinni', 'martini', 2],
  ['bugatti', 'martini', 3],
])('from %s to %s it takes %d edits', (typed, word, edits) => expect(editsBetween(typed, word, 2, false)).toBe(edits))

test('the beginning of a word is enough where that is asked for', () => {
  expect(editsBetween('switzre', 'switzerland', 1, true)).toBe(1)
  expect(editsBetween('swizt', 'switzerland', 1, true)).toBe(1)
  expect(editsBetween('switzre', 'switzerland', 1, false)).toBe(2)
})

test('letters that a word lacks never rule out one within reach', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcde1é'), minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(word, word, fc.boolean(), (typed, other, toPrefix) => {
      if (editsBetween(typed, other, 2, toPrefix) <= 2)
        expect(missingLetters(lettersOf(typed), lettersOf(other), 2)).toBeLessThanOrEqual(2)
    }),
  )
})
