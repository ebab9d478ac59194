import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { LinkablePath } from './screen-of-route.ts'

/** Returns a function that goes back to the previous page, or to `fallback` if there is none. */
export function useGoBack(fallback: LinkablePath): () => void {
  const router = useRouter()
  return useCallback(() => {
    // Read here, because as state it would change during a navigation and run effects twice.
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: fallback })
  }, [router, fallback])
}

/** Returns a function that changes search parameters: 'push' adds a history entry. */
export function useUpdateSearch(): (
  change: Readonly<Record<string, string | undefined>>,
  mode: 'push' | 'replace',
) => void {
  const router = useRouter()
  return useCallback(
    (change, mode) => {
      void router.navigate({
        to: '.',
        search: (old) => ({ ...old, ...(change as object) }),
        replace: mode === 'replace',
        resetScroll: false,
      })
    },
    [router],
  )
}
