import type { CreatingAddress, InputOf, OutputOf } from './address.ts'
import { ApiError } from './api-error.ts'
import { ask, readAnswer } from './call.ts'

/**
 * Makes a call that creates something. Without an answer it may or may not have succeeded; so a retry with the same
 * content, also after a reload, sends the same idempotency key, and the server creates it once.
 */
export async function create<A extends CreatingAddress>(address: A, input: InputOf<A>): Promise<OutputOf<A>> {
  const sent = `vitrine unanswered ${address} ${JSON.stringify(input)}`
  const key = sessionStorage.getItem(sent) ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  try {
    sessionStorage.setItem(sent, key)
  } catch {
    // Full storage must not prevent saving.
  }
  try {
    const { response, token } = await ask(address, input, { key })
    const answer = (await readAnswer(response, token)) as OutputOf<A>
    sessionStorage.removeItem(sent)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) sessionStorage.removeItem(sent)
    throw error
  }
}
