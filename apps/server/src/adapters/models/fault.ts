import { APICallError, JSONParseError, TypeValidationError } from 'ai'
import { Failure } from '../../base/failure.ts'

/** Why an attempt failed, and whether to retry. */
export interface Fault {
  readonly failure: Failure
  readonly mayRetry: boolean
  /** The seconds from the provider’s Retry-After header. */
  readonly retryAfter?: number
}

export class FaultError extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.failure.message)
    this.fault = fault
  }
}

const messages = {
  refused: 'The AI provider rejects our key. Please tell your administrator.',
  busy: 'The AI provider is busy. Please try again in a minute.',
  down: 'The AI provider has a problem. Please try again later.',
  rejected: 'The AI provider rejects this request. Please tell your administrator.',
  unreachable: 'The AI provider can’t be reached. Please try again later.',
  unreadable: 'The AI provider’s answer can’t be read. Please try again.',
} as const

/**
 * Maps an error of the SDK. Only its kind and status are used: the error itself contains the private text, so it is
 * neither kept as a cause nor logged.
 */
export function faultOf(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)) return unreadable
  if (!APICallError.isInstance(error)) return faultWith('unreachable', messages.unreachable, true)
  const { statusCode: status } = error
  if (status === undefined) return faultWith('unreachable', messages.unreachable, true)
  if (status === 401 || status === 403) return faultWith('unreachable', messages.refused)
  if (status === 429 || status === 529) {
    const retryAfter = secondsOf(error.responseHeaders?.['retry-after'])
    return {
      failure: new Failure('unavailable', messages.busy),
      mayRetry: true,
      ...(retryAfter !== undefined && { retryAfter }),
    }
  }
  if (status >= 500) return faultWith('unreachable', messages.down, true)
  // A success that the SDK could not parse.
  return status < 300 ? unreadable : faultWith('unreachable', messages.rejected)
}

const faultWith = (code: 'unreachable', message: string, mayRetry = false): Fault => ({
  failure: new Failure(code, message),
  mayRetry,
})

export const unreadable: Fault = faultWith('unreachable', messages.unreadable)

/** 'Retry-After' is a number of seconds or a date. */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
