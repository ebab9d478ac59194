import { session } from '../session/session.ts'
import { ApiError, readError, unreadable } from './api-error.ts'

/** Throws an `ApiError` for a failed response. */
export async function throwIfFailed(response: Response, token: string | undefined): Promise<void> {
  if (response.ok) return
  // The session has ended on the server. The guard notices the change and asks to sign in again. An answer to an
  // older token says nothing about a session that was started since.
  if (response.status === 401 && token && token === session.current()?.token) session.end()
  throw await readError(response)
}

/** The parsed body of a response; throws an `ApiError` for a failed one. */
export async function readAnswer(response: Response, token: string | undefined): Promise<unknown> {
  await throwIfFailed(response, token)
  return response.json().catch(() => {
    throw new ApiError(response.status, unreadable)
  })
}
