// Declares `window.earlyResponse`.
import type {} from './client/call.ts'

/*
 * Runs before the app has loaded. If the page names its first call, sends it while the app's
 * scripts are still loading; `send` in call.ts uses the response.
 */
const call = document.querySelector<HTMLMetaElement>('meta[name="first-call"]')
const token = readStoredToken(call?.dataset.session ?? '')
if (call && token) {
  const authorization = `Bearer ${token}`
  const response = fetch(call.content, { headers: { accept: 'application/json', authorization } })
  // `send` handles a failure; without this, it would also be reported as unhandled.
  response.catch(() => {})
  window.earlyResponse = { address: call.content, authorization, response }
}

function readStoredToken(key: string): string | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')?.token
  } catch {
    return undefined
  }
}
