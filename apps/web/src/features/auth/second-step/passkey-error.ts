import { ApiError } from '../../../client/api-error.ts'

/** The server's message, or one for an error of the browser's WebAuthn interface. */
export function formatPasskeyError(error: Error): string {
  if (error instanceof ApiError) return error.message
  if (error.name === 'InvalidStateError') return 'This device already has a passkey.'
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return 'The request was cancelled or timed out.'
  return 'This browser could not complete the request.'
}
