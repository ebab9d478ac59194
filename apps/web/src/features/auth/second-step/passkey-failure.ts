import { ApiError } from '../../../client/api-error.ts'

export function passkeyFailure(error: Error): string {
  if (error instanceof ApiError) return error.message
  if (error.name === 'InvalidStateError') return 'This device already has one.'
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return 'It was cancelled or timed out.'
  return 'This browser could not complete it.'
}
