import { xsrfCookie, xsrfHeader } from '@vitrine/contract'
import { session } from '../session/session.ts'
import type { Address, InputOf, OutputOf } from './address.ts'
import { ApiError, readError, unreachable } from './api-error.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
}

type Arguments<A extends Address> = keyof InputOf<A> extends never
  ? [input?: undefined, options?: CallOptions]
  : [input: InputOf<A>, options?: CallOptions]

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const fillIn = (path: string, params: LooseInput['params'] = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

function queryString(query: LooseInput['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search}`
}

function cookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, unreachable)
  }
}

/** Makes a call of the contract. Every failure is an `ApiError`. */
export async function call<A extends Address>(
  address: A,
  ...[input, options = {}]: Arguments<A>
): Promise<OutputOf<A>> {
  const [method = 'GET', path = ''] = address.split(' ')
  const { params, query, body }: LooseInput = input ?? {}
  const token = session.current()?.token
  const xsrf = method === 'GET' ? undefined : cookie(xsrfCookie)

  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (xsrf) headers.set(xsrfHeader, xsrf)
  if (body !== undefined) headers.set('content-type', 'application/json')

  const response = await send(`/api${fillIn(path, params)}${queryString(query)}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  })
  if (!response.ok) {
    // The session died on the server. The guard notices the change and asks to sign in again. An answer to an
    // older token says nothing about a session that was started since.
    if (response.status === 401 && token && token === session.current()?.token) session.end()
    throw await readError(response)
  }
  return (await response.json().catch(() => {
    throw new ApiError(response.status, 'The server answered in an unexpected way.')
  })) as OutputOf<A>
}
