import type { ErrorBody } from '@vitrine/contract'

/** A failed call. `status` is 0 if there was no response at all. */
export class ApiError extends Error {
  readonly status: number
  readonly obj: unknown

  constructor(status: number, message: string, obj?: unknown) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.obj = obj
  }
}

export const unreachableMessage =
  'The server can’t be reached. Please check your connection and try again.'
const unavailableMessage = 'The server did not answer. Please try again in a moment.'
export const unreadableMessage = 'The server sent an unexpected answer. Please try again.'

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'

/** Reads the error body. A proxy may send an HTML page instead, which has no message to show. */
export async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  if (!isErrorBody(body)) {
    // 502 to 504 come from a proxy that had no answer from the server.
    const message = response.status >= 502 ? unavailableMessage : unreadableMessage
    return new ApiError(response.status, message)
  }

  const status = typeof body.statusCode === 'number' ? body.statusCode : response.status
  return new ApiError(status, body.message, body.obj)
}

/** The server's messages about fields of the request, by field. */
export function getFieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || typeof error.obj !== 'object' || error.obj === null) return {}

  const fields: unknown = 'fields' in error.obj ? error.obj.fields : null
  if (typeof fields !== 'object' || fields === null) return {}

  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

/** The server's message, to be appended to what failed; empty for errors of other origin. */
export const getServerMessage = (error: unknown): string =>
  error instanceof ApiError ? error.message : ''

/** Returns the body of a 409 with the newer version that a save conflicted with, else null. */
export function findConflict<Conflict extends { readonly current: unknown }>(
  error: unknown,
): Conflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null

  const { obj } = error
  return typeof obj === 'object' && obj !== null && 'current' in obj ? (obj as Conflict) : null
}
