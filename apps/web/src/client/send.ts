import { ApiError, unreachable } from './api-error.ts'
import { takeFirstAnswer } from './first-answer.ts'

/** `fetch` that throws an `ApiError` when there is no connection; an aborted request throws as usual. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await (takeFirstAnswer(url, init) ?? fetch(url, init))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, unreachable)
  }
}
