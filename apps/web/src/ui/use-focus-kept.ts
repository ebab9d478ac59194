import { type RefObject, useEffect } from 'react'

/**
 * A button that is disabled while it works, or gone afterwards, drops the focus to the page's body. Whenever the state
 * has changed and nothing has the focus, it goes to the first of these places that can take it.
 */
export function useFocusKept(state: string, ...places: readonly RefObject<HTMLElement | null>[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are the same each time
  useEffect(() => {
    // The browser takes the focus from what became disabled with the next frame.
    const frame = requestAnimationFrame(() => {
      for (const { current } of places) {
        const focused = document.activeElement
        if (focused && focused !== document.body && !focused.matches(':disabled')) return
        current?.focus({ preventScroll: true })
      }
    })
    return () => cancelAnimationFrame(frame)
  }, [state])
}
