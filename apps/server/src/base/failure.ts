import { type ErrorCode, errorStatus } from '@vitrine/contract'

/** An expected error: the caller gets its status and message. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: unknown

  constructor(code: ErrorCode, message: string, details?: unknown) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

export const invalid = (field: string, problem: string) =>
  new Failure('invalid', problem, { fields: { [field]: problem } })
export const forbidden = (message: string) => new Failure('forbidden', message)
export const notFound = (message: string) => new Failure('missing', message)
export const conflict = (message: string) => new Failure('conflict', message)
/** The server has reached its concurrency limit. */
export const overloaded = () =>
  new Failure('unavailable', 'The server is busy. Please try again in a few seconds.', {
    retryAfter: 5,
  })
export const rateLimited = () => new Failure('tooMany', 'Please try again in a minute.')

/** `throw` as an expression, for the right side of `??`. */
export function fail(error: Failure): never {
  throw error
}
