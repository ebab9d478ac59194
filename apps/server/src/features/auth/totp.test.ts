import { describe, expect, test } from 'vitest'
import { computeTotpCode, decodeBase32, encodeBase32, findTimeStep, getTimeStep } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

// Examples of RFC 6238, appendix B; the last six of their eight digits.
test.for([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const)('computes the code of second %d: %s', ([second, code]) => {
  expect(computeTotpCode(secret, getTimeStep(new Date(second * 1000)))).toBe(code)
})

// Examples of appendix D.
test('computes the codes of RFC 4226', () => {
  const codes = Array.from({ length: 5 }, (_, step) => computeTotpCode(secret, step))
  expect(codes).toEqual(['755224', '287082', '359152', '969429', '338314'])
})

describe('a time-based code', () => {
  const now = new Date('2026-05-31T10:00:10Z')
  const step = getTimeStep(now)
  /** The code of a step relative to the current one. */
  const computeCodeAt = (offset: number) => computeTotpCode(secret, step + offset)

  test('is accepted from one step before to one step after', () => {
    expect(
      [-2, -1, 0, 1, 2].map((offset) => findTimeStep(secret, computeCodeAt(offset), now, 0)),
    ).toEqual([null, step - 1, step, step + 1, null])
  })

  test('is accepted once, and earlier codes no more', () => {
    expect(findTimeStep(secret, computeCodeAt(0), now, step)).toBeNull()
    expect(findTimeStep(secret, computeCodeAt(-1), now, step)).toBeNull()
    expect(findTimeStep(secret, computeCodeAt(1), now, step)).toBe(step + 1)
  })

  test('is rejected unless it consists of six digits', () => {
    for (const typed of ['', '12345', `${computeCodeAt(0)}0`, 'abcdef', ' ', '١٢٣٤٥٦']) {
      expect(findTimeStep(secret, typed, now, 0)).toBeNull()
    }
  })
})

// Examples of RFC 4648, section 10, without the padding.
test.for([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
] as const)('encodes ‘%s’ as ‘%s’ in base32, and decodes it again', ([text, encoded]) => {
  expect(encodeBase32(Buffer.from(text))).toBe(encoded)
  expect(decodeBase32(encoded).toString()).toBe(text)
})
