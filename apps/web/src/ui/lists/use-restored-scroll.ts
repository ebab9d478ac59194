import { useElementScrollRestoration } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

/**
 * The router brings the window back to where it was as soon as the screen is there. A list that only loads then
 * is still too short for it: once it is ready, the window is brought there again.
 */
export function useRestoredScroll(ready: boolean): void {
  const place = useElementScrollRestoration({ getElement: () => window })
  const waited = useRef(!ready)
  useLayoutEffect(() => {
    if (!ready || !waited.current) return
    waited.current = false
    if (place) window.scrollTo(place.scrollX, place.scrollY)
  }, [ready, place])
}
