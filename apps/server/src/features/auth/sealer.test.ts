import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealer } from './sealer.ts'

const key = randomBytes(32)

test('a sealed secret opens only with the same key and for the same account', () => {
  const sealed = sealer(key).seal('MZXW6YTBOI', 7)
  expect(sealed).not.toContain('MZXW6YTBOI')
  expect(sealer(key).open(sealed, 7)).toBe('MZXW6YTBOI')
  expect(sealer(key).open(sealed, 8)).toBeNull()
  expect(sealer(randomBytes(32)).open(sealed, 7)).toBeNull()
  expect(sealer(null).open(sealed, 7)).toBeNull()
  expect(sealer(key).open(`${sealed.slice(0, -2)}AA`, 7)).toBeNull()
})

test('without a key it stays plain, and a key that is added later still reads it', () => {
  expect(sealer(null).seal('MZXW6YTBOI', 7)).toBe('MZXW6YTBOI')
  expect(sealer(key).open('MZXW6YTBOI', 7)).toBe('MZXW6YTBOI')
})
