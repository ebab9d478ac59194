import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Writes to the part of the address after '?': as a step that Back takes back, or in place of the present one. */
export function useWriteSearch(): (
  change: Readonly<Record<string, string | undefined>>,
  how: 'step' | 'inPlace',
) => void {
  const router = useRouter()
  return useCallback(
    (change, how) => {
      void router.navigate({
        to: '.',
        search: (old: Record<string, unknown>) => ({ ...old, ...change }),
        replace: how === 'inPlace',
        resetScroll: false,
      })
    },
    [router],
  )
}
