import { ApiError, unreachable } from './api-error.ts'

/** A request that fails like every call; one that was called off says so. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, unreachable)
  }
}
