import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Asks for what a change made old, also where an answer is on its way: it may have left before the change. */
export async function cancelAndInvalidate(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}
