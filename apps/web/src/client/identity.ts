import { xsrfCookie, xsrfHeader } from '@vitrine/contract'
import { session } from '../session/session.ts'

function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

/** The headers that authenticate a call: the session's token and, for a change, the XSRF token. */
export function identity(method: string): { readonly token: string | undefined; readonly headers: Headers } {
  const token = session.current()?.token
  const xsrf = method === 'GET' ? undefined : cookie(xsrfCookie)
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (xsrf) headers.set(xsrfHeader, xsrf)
  return { token, headers }
}
