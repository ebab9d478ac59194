import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { HistorySubject, ItemType } from '@vitrine/contract'
import type { Address, CreatingAddress, OutputOf } from './address.ts'
import { type Arguments, call, type LooseInput } from './call.ts'

type ReadingAddress = Extract<Exclude<Address, CreatingAddress>, `GET ${string}`>

/**
 * The query of a call that reads. Its key is the path: ['attributes', 'car', 'history']. A change invalidates what lies
 * below the path that it wrote to.
 */
export const query = <A extends ReadingAddress>(address: A, ...[input]: Arguments<A>) =>
  queryOptions({
    queryKey: keyOf(address, input),
    queryFn: ({ signal }) => call<A>(address, ...([input, { signal }] as Arguments<A>)) as Promise<OutputOf<A>>,
  })

function keyOf(address: Address, { params = {}, query: search }: LooseInput = {}): readonly unknown[] {
  const [, ...parts] = address.slice('GET '.length).split('/')
  return [...parts.map((part) => (part.startsWith(':') ? params[part.slice(1)] : part)), ...(search ? [search] : [])]
}

export const attributeQueries = {
  everything: ['attributes'],
  /** The catalogue of a type, with those that are retired. */
  of: (type: ItemType) => ({ ...query('GET /attributes/:type', { params: { type } }), staleTime: 30_000 }),
  suggestions: (id: number) => ({ ...query('GET /attributes/suggestions/:id', { params: { id } }), staleTime: 60_000 }),
} as const

/** Refetches what a change made stale. Pending requests are cancelled: their answers may predate the change. */
export async function cancelAndInvalidate(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}

/** The query key of all histories of a kind. Defined here so that pages need not load the feature. */
export const historyKey = (subject: HistorySubject) => ['history', subject] as const
