import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { session } from '../session/session.ts'

/** Whoever signs in, out or over, here or in another tab: old answers are forgotten and the guard looks again. */
export function watchSession(router: AnyRouter, queryClient: QueryClient): void {
  session.subscribe(() => {
    queryClient.removeQueries()
    void router.invalidate()
  })
}
