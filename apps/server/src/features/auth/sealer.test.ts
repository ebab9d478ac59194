import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealer } from './sealer.ts'

const key = randomBytes(32)
const secret = 'MZXW6YTBOI'
const [userId, otherUserId] = [7, 8]

test('decrypts a secret only with the same key and for the same account', () => {
  const sealed = sealer(key).seal(secret, userId)
  expect(sealed).not.toContain(secret)
  expect(sealer(key).open(sealed, userId)).toBe(secret)
  expect(sealer(key).open(sealed, otherUserId)).toBeNull()
  expect(sealer(randomBytes(32)).open(sealed, userId)).toBeNull()
  expect(sealer(null).open(sealed, userId)).toBeNull()
})

test('rejects a changed text', () => {
  const sealed = sealer(key).seal(secret, userId)
  const changedEnd = sealed.endsWith('AA') ? 'BB' : 'AA'
  expect(sealer(key).open(sealed.slice(0, -2) + changedEnd, userId)).toBeNull()
})

test('stores plain text without a key, which stays readable with a later key', () => {
  const stored = sealer(null).seal(secret, userId)
  expect(stored).toBe(secret)
  expect(sealer(key).open(stored, userId)).toBe(secret)
})
