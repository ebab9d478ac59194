import { expect, test } from 'vitest'
import { isSameSecret } from './secrets.ts'

test.for([
  ['the same text', 'aé', 'aé', true],
  ['another text', 'ab', 'ac', false],
  ['a part of it', 'ab', 'a', false],
  ['as many characters in more bytes', 'ab', 'aé', false],
  ['as many bytes in fewer characters', 'abc', 'aé', false],
  ['nothing', 'ab', '', false],
] as const)('compares a secret with %s', ([, one, other, isSame]) => {
  expect(isSameSecret(one, other)).toBe(isSame)
  expect(isSameSecret(other, one)).toBe(isSame)
})
