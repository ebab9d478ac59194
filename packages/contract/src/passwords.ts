import { z } from 'zod'

export const minPasswordLength = 6

export const passwordTooShort = `The new password must be at least ${minPasswordLength} characters long.`
export const passwordsDiffer = 'The passwords do not match.'

// The upper bound keeps hashing affordable; nobody types more.
export const NewPassword = z
  .string()
  .min(minPasswordLength, passwordTooShort)
  .max(200, 'Please use at most 200 characters.')
