import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { LinkablePath } from './screen-of-route.ts'

/** Back to the previous page; to a given one where there is none. */
export function useGoBack(otherwise: LinkablePath): () => void {
  const router = useRouter()
  return useCallback(() => {
    // Read at call time: as state it would change during navigation and run waiting effects twice.
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: otherwise })
  }, [router, otherwise])
}

/** Writes the search parameters, as a new history entry or replacing the present one. */
export function useUpdateSearch(): (
  change: Readonly<Record<string, string | undefined>>,
  how: 'step' | 'inPlace',
) => void {
  const router = useRouter()
  return useCallback(
    (change, how) => {
      void router.navigate({
        to: '.',
        search: (old) => ({ ...old, ...(change as object) }),
        replace: how === 'inPlace',
        resetScroll: false,
      })
    },
    [router],
  )
}
