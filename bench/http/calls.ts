import type { Client } from '../../apps/server/test/client.ts'
import { prepare } from '../driver/requests.ts'
import { asking, type Case } from './measure.ts'

/** A collection and an account that may see it. */
export interface Visited {
  readonly ids: readonly number[]
  readonly token: string
}

export const brotli = { 'accept-encoding': 'br' }

/** The list, requested without a cached one or with the present one. */
export async function listOf(staff: Client, who: 'new' | 'known' = 'new'): Promise<Case> {
  const { token } = staff
  const response = await staff.fetch('/api/inventory/cars')
  await response.arrayBuffer()
  const headers = {
    ...brotli,
    ...(who === 'known' && { 'if-none-match': response.headers.get('etag') ?? '' }),
  }
  return asking(prepare('/api/inventory/cars', { token, headers }), who === 'known' ? 304 : 200)
}

/** The items, one after the other. */
export function detailsOf({ ids, token }: Visited, headers: Record<string, string> = {}): Case {
  const requests = spread(ids).map((id) =>
    prepare(`/api/inventory/details/${id}`, { token, headers }),
  )
  return roundRobin(requests)
}

export function commentOn({ ids, token }: Visited): Case {
  const requests = spread(ids).map((itemId) =>
    prepare('/api/inventory/add-comment', {
      token,
      body: { itemId, comment: 'The bonnet was opened and closed.' },
    }),
  )
  return roundRobin(requests)
}

/** The searches, one after the other. */
export const searchesFor = (queries: readonly string[], { token }: Pick<Visited, 'token'>): Case =>
  roundRobin(
    queries.map((query) => prepare(`/api/search?q=${encodeURIComponent(query)}`, { token })),
  )

function roundRobin(requests: readonly ReturnType<typeof prepare>[]): Case {
  const [first = prepare('/')] = requests
  let next = 0
  return { ...asking(first), next: () => requests[next++ % requests.length] ?? first }
}

/** At most a thousand, from everywhere in the collection. */
const spread = (ids: readonly number[]) =>
  ids.filter((_, index) => index % Math.ceil(ids.length / 1_000) === 0)
