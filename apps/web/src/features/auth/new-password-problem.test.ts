import { describe, expect, it } from 'vitest'
import { findPasswordProblem } from './new-password-form.tsx'

describe('the check of a new password', () => {
  it.each([
    ['', '', 'The new password must be at least 6 characters long.'],
    ['abcde', 'abcde', 'The new password must be at least 6 characters long.'],
    ['abcdef', 'abcdeg', 'The passwords do not match.'],
    ['abcdef', 'abcdef', undefined],
  ])('handles %j repeated as %j', (password, repeated, text) =>
    expect(findPasswordProblem(password, repeated)?.text).toBe(text),
  )
})
