import { ApiError } from '../../../client/api-error.ts'

/** Why a passkey was not made or used, as far as a browser tells. */
export function passkeyFailure(error: Error): string {
  if (error instanceof ApiError) return error.message
  if (error.name === 'InvalidStateError') return 'This device has one already.'
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'It was called off, or it took too long.'
  return 'This browser could not do it.'
}
