import { queryOptions } from '@tanstack/react-query'
import type { CallAddress, CreatingAddress, OutputOf } from './address.ts'
import { type CallArguments, call, type UntypedInput } from './call.ts'

type ReadingAddress = Extract<Exclude<CallAddress, CreatingAddress>, `GET ${string}`>

/**
 * Query options for a GET call. The query key is the path, such as ['attributes', 'car',
 * 'history'], so that a change can invalidate everything below a path.
 */
export const callQuery = <A extends ReadingAddress>(address: A, ...[input]: CallArguments<A>) =>
  queryOptions({
    queryKey: buildQueryKey(address, input),
    queryFn: ({ signal }) =>
      call<A>(address, ...([input, { signal }] as CallArguments<A>)) as Promise<OutputOf<A>>,
  })

function buildQueryKey(
  address: CallAddress,
  { params = {}, query: search }: UntypedInput = {},
): readonly unknown[] {
  const [, ...parts] = address.slice('GET '.length).split('/')
  const key = parts.map((part) => (part.startsWith(':') ? params[part.slice(1)] : part))
  if (search) key.push(search)
  return key
}
