import { APICallError, JSONParseError, TypeValidationError } from 'ai'
import { Failure } from '../../base/failure.ts'

/** Why one attempt did not work, and whether another one may. */
export interface Fault {
  readonly failure: Failure
  readonly mayRetry: boolean
  /** How many seconds the provider wants to be left alone. */
  readonly retryAfter?: number
}

export class FaultError extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.failure.message)
    this.fault = fault
  }
}

const sentences = {
  refused: 'The AI provider refuses our key. Please tell the people who run Vitrine.',
  busy: 'The AI provider is busy. Please try again in a minute.',
  down: 'The AI provider has a problem of its own. Please try again later.',
  rejected: 'The AI provider does not take this request. Please tell the people who run Vitrine.',
  unreachable: 'The AI provider can’t be reached. Please try again later.',
  unreadable: 'The AI provider’s answer can’t be read. Please try again.',
} as const

/**
 * What an error of the SDK means. Only its kind and status are looked at: the error itself carries the request with
 * the private text, so it is neither kept as a cause nor logged.
 */
export function faultOf(error: unknown): Fault {
  if (error instanceof FaultError) return error.fault
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error)) return unreadable
  if (!APICallError.isInstance(error)) return once('unreachable', sentences.unreachable, true)
  const { statusCode: status } = error
  if (status === undefined) return once('unreachable', sentences.unreachable, true)
  if (status === 401 || status === 403) return once('unreachable', sentences.refused)
  if (status === 429 || status === 529) {
    const retryAfter = secondsOf(error.responseHeaders?.['retry-after'])
    return {
      failure: new Failure('unavailable', sentences.busy),
      mayRetry: true,
      ...(retryAfter !== undefined && { retryAfter }),
    }
  }
  if (status >= 500) return once('unreachable', sentences.down, true)
  // A success that the SDK could make nothing of.
  return status < 300 ? unreadable : once('unreachable', sentences.rejected)
}

const once = (code: 'unreachable', sentence: string, mayRetry = false): Fault => ({
  failure: new Failure(code, sentence),
  mayRetry,
})

export const unreadable: Fault = once('unreachable', sentences.unreadable)

/** 'Retry-After' is a number of seconds or a date. */
function secondsOf(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
