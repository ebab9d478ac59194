import type { Client } from '../../apps/server/test/client.ts'
import { prepareRequest } from '../driver/requests.ts'
import { type BenchCase, createRequestCase } from './measure.ts'

/** The ids of a collection, and the token of an account that may see it. */
export interface BenchTarget {
  readonly ids: readonly number[]
  readonly token: string
}

export const brotliHeaders = { 'accept-encoding': 'br' }

/** Requests the list, either without a cached one or with the current ETag. */
export async function createListCase(
  staff: Client,
  cache: 'empty' | 'current' = 'empty',
): Promise<BenchCase> {
  const { token } = staff
  const response = await staff.fetch('/api/inventory/cars')
  await response.arrayBuffer()
  const headers = {
    ...brotliHeaders,
    ...(cache === 'current' && { 'if-none-match': response.headers.get('etag') ?? '' }),
  }
  return createRequestCase(
    prepareRequest('/api/inventory/cars', { token, headers }),
    cache === 'current' ? 304 : 200,
  )
}

/** Requests items in turn. */
export function createDetailsCase(
  { ids, token }: BenchTarget,
  headers: Record<string, string> = {},
): BenchCase {
  const requests = pickSpread(ids).map((id) =>
    prepareRequest(`/api/inventory/details/${id}`, { token, headers }),
  )
  return roundRobin(requests)
}

export function createCommentCase({ ids, token }: BenchTarget): BenchCase {
  const requests = pickSpread(ids).map((itemId) =>
    prepareRequest('/api/inventory/add-comment', {
      token,
      body: { itemId, comment: 'The bonnet was opened and closed.' },
    }),
  )
  return roundRobin(requests)
}

/** Requests searches in turn. */
export const createSearchCase = (
  queries: readonly string[],
  { token }: Pick<BenchTarget, 'token'>,
): BenchCase =>
  roundRobin(
    queries.map((query) => prepareRequest(`/api/search?q=${encodeURIComponent(query)}`, { token })),
  )

function roundRobin(requests: readonly ReturnType<typeof prepareRequest>[]): BenchCase {
  const [first = prepareRequest('/')] = requests
  let next = 0
  return { ...createRequestCase(first), next: () => requests[next++ % requests.length] ?? first }
}

/** Picks at most a thousand ids, evenly spread over the collection. */
const pickSpread = (ids: readonly number[]) =>
  ids.filter((_, index) => index % Math.ceil(ids.length / 1_000) === 0)
