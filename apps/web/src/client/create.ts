import type { CreatingAddress, InputOf, OutputOf } from './address.ts'
import { readAnswer } from './answer.ts'
import { ApiError } from './api-error.ts'
import { ask } from './call.ts'

/**
 * Makes a call that creates something. Without an answer nobody knows whether it did; so the same content sent again,
 * also after a reload, goes under the same key, and the server does it once.
 */
export async function create<A extends CreatingAddress>(address: A, input: InputOf<A>): Promise<OutputOf<A>> {
  const sent = `vitrine unanswered ${address} ${JSON.stringify(input)}`
  const key = sessionStorage.getItem(sent) ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  try {
    sessionStorage.setItem(sent, key)
  } catch {
    // A full storage must not keep anybody from writing.
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
