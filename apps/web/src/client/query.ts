import { queryOptions } from '@tanstack/react-query'
import type { CallAddress, CreatingAddress, OutputOf } from './address.ts'
import { type CallArguments, call, type UntypedInput } from './call.ts'

type ReadingAddress = Extract<Exclude<CallAddress, CreatingAddress>, `GET ${string}`>

/**
 * The query of a call that reads. Its key is the path: ['attributes', 'car', 'history']. A change invalidates what lies
 * below the path that it wrote to.
 */
export const query = <A extends ReadingAddress>(address: A, ...[input]: CallArguments<A>) =>
  queryOptions({
    queryKey: keyOf(address, input),
    queryFn: ({ signal }) =>
      call<A>(address, ...([input, { signal }] as CallArguments<A>)) as Promise<OutputOf<A>>,
  })

function keyOf(
  address: CallAddress,
  { params = {}, query: search }: UntypedInput = {},
): readonly unknown[] {
  const [, ...parts] = address.slice('GET '.length).split('/')
  return [
    ...parts.map((part) => (part.startsWith(':') ? params[part.slice(1)] : part)),
    ...(search ? [search] : []),
  ]
}
