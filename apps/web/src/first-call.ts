import type {} from './client/call.ts'

/**
 * Runs before the app has loaded, on a page that names its first call: the answer comes while the scripts are still on
 * their way, and `send` takes it over.
 */
const call = document.querySelector<HTMLMetaElement>('meta[name="first-call"]')
const token = storedToken(call?.dataset.session ?? '')
if (call && token) {
  const authorization = `Bearer ${token}`
  const response = fetch(call.content, { headers: { accept: 'application/json', authorization } })
  // The caller that takes it over handles a failure.
  response.catch(() => {})
  window.firstAnswer = { address: call.content, authorization, response }
}

function storedToken(key: string): string | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')?.token
  } catch {
    return undefined
  }
}
