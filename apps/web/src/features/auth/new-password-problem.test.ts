import { describe, expect, it } from 'vitest'
import { newPasswordProblem } from './new-password-form.tsx'

describe('a new password', () => {
  it.each([
    ['', '', 'The new password must be at least 6 characters long.'],
    ['abcde', 'abcde', 'The new password must be at least 6 characters long.'],
    ['abcdef', 'abcdeg', 'The passwords do not match.'],
    ['abcdef', 'abcdef', undefined],
  ])('%j repeated as %j', (password, repeated, text) =>
    expect(newPasswordProblem(password, repeated)?.text).toBe(text),
  )
})
