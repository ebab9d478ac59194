import type { Client } from '../../apps/server/test/client.ts'
import { prepareRequest } from '../driver/requests.ts'
import { type BenchCase, createRequestCase } from './measure.ts'

/** A collection and an account that may see it. */
export interface BenchTarget {
  readonly ids: readonly number[]
  readonly token: string
}

export const brotliHeaders = { 'accept-encoding': 'br' }

/** The list, requested without a cached one or with the present one. */
export async function createListCase(
  staff: Client,
  who: 'new' | 'known' = 'new',
): Promise<BenchCase> {
  const { token } = staff
  const response = await staff.fetch('/api/inventory/cars')
  await response.arrayBuffer()
  const headers = {
    ...brotliHeaders,
    ...(who === 'known' && { 'if-none-match': response.headers.get('etag') ?? '' }),
  }
  return createRequestCase(
    prepareRequest('/api/inventory/cars', { token, headers }),
    who === 'known' ? 304 : 200,
  )
}

/** The items, one after the other. */
export function createDetailsCase(
  { ids, token }: BenchTarget,
  headers: Record<string, string> = {},
): BenchCase {
  const requests = spread(ids).map((id) =>
    prepareRequest(`/api/inventory/details/${id}`, { token, headers }),
  )
  return roundRobin(requests)
}

export function createCommentCase({ ids, token }: BenchTarget): BenchCase {
  const requests = spread(ids).map((itemId) =>
    prepareRequest('/api/inventory/add-comment', {
      token,
      body: { itemId, comment: 'The bonnet was opened and closed.' },
    }),
  )
  return roundRobin(requests)
}

/** The searches, one after the other. */
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

/** At most a thousand, from everywhere in the collection. */
const spread = (ids: readonly number[]) =>
  ids.filter((_, index) => index % Math.ceil(ids.length / 1_000) === 0)
