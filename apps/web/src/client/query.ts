import { queryOptions } from '@tanstack/react-query'
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
    queryFn: ({ signal }) =>
      call<A>(address, ...([input, { signal }] as Arguments<A>)) as Promise<OutputOf<A>>,
  })

function keyOf(
  address: Address,
  { params = {}, query: search }: LooseInput = {},
): readonly unknown[] {
  const [, ...parts] = address.slice('GET '.length).split('/')
  return [
    ...parts.map((part) => (part.startsWith(':') ? params[part.slice(1)] : part)),
    ...(search ? [search] : []),
  ]
}
