import { z } from 'zod'

/** Every expected failure of a call, with its HTTP status. */
export const errorStatus = {
  invalid: 400,
  unauthorised: 401,
  forbidden: 403,
  missing: 404,
  tooSlow: 408,
  conflict: 409,
  tooLarge: 413,
  wrongType: 415,
  otherRequest: 422,
  tooMany: 429,
  /** The client closed the request; metrics do not count this as a failure. */
  cancelled: 499,
  unexpected: 500,
  unreachable: 502,
  unavailable: 503,
  timedOut: 504,
  full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Body of every error. `message` is a sentence for people or a fixed code. */
export const ErrorBody = z.object({
  statusCode: z.number().int(),
  message: z.string(),
  obj: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** `obj` of a 400: a sentence per field, keyed by the field's path in the request. */
export const FieldErrors = z.object({ fields: z.record(z.string(), z.string()) })
export type FieldErrors = z.infer<typeof FieldErrors>
