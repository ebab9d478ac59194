import { describe, expect, it } from 'vitest'
import { findPasswordProblem } from './new-password-form.tsx'

const tooShort = 'The new password must be at least 6 characters long.'

describe('findPasswordProblem', () => {
  it.each([
    ['an empty password', '', '', tooShort],
    ['five characters', 'abcde', 'abcde', tooShort],
    ['another repetition', 'abcdef', 'abcdeg', 'The passwords do not match.'],
  ])('rejects %s', (_, password, repeated, message) =>
    expect(findPasswordProblem(password, repeated)?.text).toBe(message),
  )

  it('accepts six characters repeated', () =>
    expect(findPasswordProblem('abcdef', 'abcdef')).toBeNull())
})
