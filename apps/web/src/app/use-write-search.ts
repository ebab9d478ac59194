import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Writes the search parameters, as a new history entry or replacing the present one. */
export function useWriteSearch(): (
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
