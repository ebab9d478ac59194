import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealer } from './sealer.ts'

const key = randomBytes(32)

test('decrypts a secret only with the same key and for the same account', () => {
  const sealed = sealer(key).seal('MZXW6YTBOI', 7)
  expect(sealed).not.toContain('MZXW6YTBOI')
  expect(sealer(key).open(sealed, 7)).toBe('MZXW6YTBOI')
  expect(sealer(key).open(sealed, 8)).toBeNull()
  expect(sealer(randomBytes(32)).open(sealed, 7)).toBeNull()
  expect(sealer(null).open(sealed, 7)).toBeNull()
  expect(sealer(key).open(`${sealed.slice(0, -2)}AA`, 7)).toBeNull()
})

test('stores plain text without a key, which stays readable with a later key', () => {
  expect(sealer(null).seal('MZXW6YTBOI', 7)).toBe('MZXW6YTBOI')
  expect(sealer(key).open('MZXW6YTBOI', 7)).toBe('MZXW6YTBOI')
})
