import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Refetches what a change made stale. Pending requests are cancelled: their answers may predate the change. */
export async function cancelAndInvalidate(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  await queries.cancelQueries({ queryKey })
  await queries.invalidateQueries({ queryKey })
}
