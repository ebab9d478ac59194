import { ApiError } from '../../client/api-error.ts'
import { IllegalRole } from '../../session/session.ts'

/** The sentence for a sign-in that did not work. */
export function loginErrorMessage(error: Error): string {
  if (error instanceof ApiError && error.status === 429) return 'Please try again in a minute.'
  // No answer, or the server says what to do.
  if (error instanceof ApiError && (error.status === 0 || error.status === 503)) return `Login failed. ${error.message}`
  if (error instanceof IllegalRole) return 'Login failed. (illegal role)'
  return 'Login failed.'
}
