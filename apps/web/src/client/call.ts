import { idempotencyHeader } from '@vitrine/contract'
import type { Address, CreatingAddress, InputOf, OutputOf } from './address.ts'
import { readAnswer, throwIfFailed } from './answer.ts'
import { ApiError, unreachable } from './api-error.ts'
import { identity } from './identity.ts'
import { send } from './send.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
}

export type Arguments<A extends Address> = keyof InputOf<A> extends never
  ? [input?: undefined, options?: CallOptions]
  : [input: InputOf<A>, options?: CallOptions]

export interface LooseInput {
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

/** Makes a call of the contract; one that creates something is made by `create`. Every failure is an `ApiError`. */
export async function call<A extends Exclude<Address, CreatingAddress>>(
  address: A,
  ...[input, options]: Arguments<A>
): Promise<OutputOf<A>> {
  const { response, token } = await ask(address, input, options)
  return (await readAnswer(response, token)) as OutputOf<A>
}

/** Makes a call whose answer is a file. */
export async function download<A extends Address>(address: A, ...[input, options]: Arguments<A>): Promise<Blob> {
  const { response, token } = await ask(address, input, options)
  await throwIfFailed(response, token)
  try {
    return await response.blob()
  } catch (error) {
    if (options?.signal?.aborted) throw error
    throw new ApiError(0, unreachable)
  }
}

/** Sends a call and returns the unread response. */
export async function ask(
  address: Address,
  input: LooseInput | undefined,
  options: CallOptions & { readonly key?: string; readonly accept?: string } = {},
) {
  const [method = 'GET', path = ''] = address.split(' ')
  const { params, query, body } = input ?? {}
  const { token, headers } = identity(method)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (options.key) headers.set(idempotencyHeader, options.key)
  if (options.accept) headers.set('accept', options.accept)

  const response = await send(`/api${fillIn(path, params)}${queryString(query)}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  })
  return { response, token }
}
