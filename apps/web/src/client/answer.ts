import { session } from '../session/session.ts'
import { ApiError, readError, unreadable } from './api-error.ts'

/** Throws the `ApiError` that a refusal of a call made with a token means. */
export async function throwIfFailed(response: Response, token: string | undefined): Promise<void> {
  if (response.ok) return
  // The session died on the server. The guard notices the change and asks to sign in again. An answer to an
  // older token says nothing about a session that was started since.
  if (response.status === 401 && token && token === session.current()?.token) session.end()
  throw await readError(response)
}

/** What the server answered to a call made with a token, or the `ApiError` that it means. */
export async function readAnswer(response: Response, token: string | undefined): Promise<unknown> {
  await throwIfFailed(response, token)
  return response.json().catch(() => {
    throw new ApiError(response.status, unreadable)
  })
}
