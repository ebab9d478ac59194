import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { CompletePath } from './screen-of-route.ts'

/** Back to the previous page; to a sensible one for somebody who came straight here. */
export function useGoBack(otherwise: CompletePath): () => void {
  const router = useRouter()
  return useCallback(() => {
    // Read at call time: as state it would change during navigation and run waiting effects twice.
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: otherwise })
  }, [router, otherwise])
}
