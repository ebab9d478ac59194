import { idempotencyHeader, xsrfCookie, xsrfHeader } from '@vitrine/contract'
import { session } from '../session/session.ts'
import type { CallAddress, CreatingAddress, InputOf, OutputOf } from './address.ts'
import { ApiError, readError, unreachableMessage, unreadableMessage } from './api-error.ts'

interface CallOptions {
  readonly signal?: AbortSignal
}

export type CallArguments<A extends CallAddress> = keyof InputOf<A> extends never
  ? [input?: undefined, options?: CallOptions]
  : [input: InputOf<A>, options?: CallOptions]

/** The input of any call: parameters of the path, query and body. */
export interface UntypedInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * Makes a call of the contract, except those that create records (see `createRecord`).
 * Failures are thrown as `ApiError`.
 */
export async function call<A extends Exclude<CallAddress, CreatingAddress>>(
  address: A,
  ...[input, options]: CallArguments<A>
): Promise<OutputOf<A>> {
  const { response, token } = await sendRequest(address, input, options)
  return (await readAnswer(response, token)) as OutputOf<A>
}

/** Makes a call that answers with a file. */
export async function downloadFile<A extends CallAddress>(
  address: A,
  ...[input, options]: CallArguments<A>
): Promise<Blob> {
  const { response, token } = await sendRequest(address, input, options)
  await throwIfFailed(response, token)
  try {
    return await response.blob()
  } catch (error) {
    if (options?.signal?.aborted) throw error
    throw new ApiError(0, unreachableMessage)
  }
}

/** Sends a call, and returns the response with the session token that it was sent with. */
export async function sendRequest(
  address: CallAddress,
  input: UntypedInput | undefined,
  options: CallOptions & { readonly idempotencyKey?: string; readonly accept?: string } = {},
) {
  const [method = 'GET', path = ''] = address.split(' ')
  const { params, query, body } = input ?? {}

  const { token, headers } = buildAuthHeaders(method)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (options.idempotencyKey) headers.set(idempotencyHeader, options.idempotencyKey)
  if (options.accept) headers.set('accept', options.accept)

  const request: RequestInit = { method, headers }
  if (body !== undefined) request.body = JSON.stringify(body)
  if (options.signal) request.signal = options.signal
  const response = await send(`/api${fillPath(path, params)}${buildQueryString(query)}`, request)
  return { response, token }
}

/** Replaces parameters such as ':id'. */
const fillPath = (path: string, params: UntypedInput['params'] = {}) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

function buildQueryString(query: UntypedInput['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search}`
}

async function throwIfFailed(response: Response, token: string | undefined): Promise<void> {
  if (response.ok) return

  // On a 401 the session is over, and the router's guard asks to sign in again. A response to an
  // older token says nothing about a session that has started since.
  const error = await readError(response)
  if (response.status === 401 && token && token === session.current()?.token)
    session.end(error.obj ? error.message : '')
  throw error
}

/** Parses the body of a response; throws an `ApiError` if the call failed. */
export async function readAnswer(response: Response, token: string | undefined): Promise<unknown> {
  await throwIfFailed(response, token)
  return response.json().catch(() => {
    throw new ApiError(response.status, unreadableMessage)
  })
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

/** Request headers with the session and XSRF tokens. `token` is the session token alone. */
export function buildAuthHeaders(method: string): {
  readonly token: string | undefined
  readonly headers: Headers
} {
  const token = session.current()?.token
  const xsrf = method === 'GET' ? undefined : readCookie(xsrfCookie)

  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (xsrf) headers.set(xsrfHeader, xsrf)
  return { token, headers }
}

/** `fetch` that throws an `ApiError` without a connection; an aborted request throws as usual. */
async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await (takeEarlyResponse(url, init) ?? fetch(url, init))
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, unreachableMessage)
  }
}

/** The response to a request that `first-call.ts` sent before the app had loaded. */
interface EarlyResponse {
  readonly address: string
  readonly authorization: string
  readonly response: Promise<Response>
}

declare global {
  interface Window {
    earlyResponse?: EarlyResponse
  }
}

/** Returns the early response if the app's first request is the same one. */
function takeEarlyResponse(
  address: string,
  { method = 'GET', headers }: RequestInit,
): Promise<Response> | undefined {
  const early = window.earlyResponse
  // Only the first request may use it: for later ones it would be stale.
  delete window.earlyResponse
  if (!early || method !== 'GET' || early.address !== address) return undefined

  const isSameUser = new Headers(headers).get('authorization') === early.authorization
  return isSameUser ? early.response : undefined
}

/**
 * Makes a call that creates a record. Without a response it may or may not have succeeded, so a
 * retry with the same content sends the same idempotency key, even after a reload: the server
 * creates the record only once.
 */
export async function createRecord<A extends CreatingAddress>(
  address: A,
  input: InputOf<A>,
): Promise<OutputOf<A>> {
  const storageKey = `vitrine unanswered ${address} ${JSON.stringify(input)}`
  const idempotencyKey =
    sessionStorage.getItem(storageKey) ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  try {
    sessionStorage.setItem(storageKey, idempotencyKey)
  } catch {
    // Full storage must not prevent saving.
  }

  try {
    const { response, token } = await sendRequest(address, input, { idempotencyKey })
    const answer = (await readAnswer(response, token)) as OutputOf<A>
    sessionStorage.removeItem(storageKey)
    return answer
  } catch (error) {
    const isRejected = error instanceof ApiError && error.status >= 400 && error.status < 500
    if (isRejected) sessionStorage.removeItem(storageKey)
    throw error
  }
}
