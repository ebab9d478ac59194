import { expect, test } from 'vitest'
import { isSameSecret } from './secrets.ts'

test.for([
  ['the same text', 'aé', 'aé', true],
  ['a different text', 'ab', 'ac', false],
  ['a prefix of it', 'ab', 'a', false],
  ['as many characters in more bytes', 'ab', 'aé', false],
  ['as many bytes in fewer characters', 'abc', 'aé', false],
  ['an empty text', 'ab', '', false],
] as const)('compares a secret with %s, in either order', ([, secret, text, isSame]) => {
  expect(isSameSecret(secret, text)).toBe(isSame)
  expect(isSameSecret(text, secret)).toBe(isSame)
})
