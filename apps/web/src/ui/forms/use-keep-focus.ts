import { type RefObject, useEffect, useRef } from 'react'

// A little longer than a dialog takes to close.
const maxAttempts = 100
const retryDelayMs = 50

/**
 * A button that is disabled while it works, or gone afterwards, drops the focus to the page's body. Whenever the state
 * has changed and nothing has taken the focus since, it goes to the first of these places that can take it.
 */
export function useKeepFocus(
  state: string,
  ...places: readonly RefObject<HTMLElement | null>[]
): void {
  const last = useRef(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are the same each time
  useEffect(() => {
    if (last.current === state) return
    last.current = state
    let attempts = 0
    // A dialog that opens later takes the focus itself.
    const closing = focusedDialog()
    // Not at once: the browser takes the focus from what became disabled with the next frame.
    const timer = setInterval(() => {
      attempts++
      if (closing && focusedDialog() === closing && attempts < maxAttempts) return
      stop()
      for (const { current } of places) if (hasNoFocus()) current?.focus({ preventScroll: true })
    }, retryDelayMs)
    // What is dropped after that is for other places: another dialog may open and close within one delay.
    const stopOnceMoved = () => focusedDialog() === closing || stop()
    const stop = () => {
      clearInterval(timer)
      document.removeEventListener('focusin', stopOnceMoved)
    }
    document.addEventListener('focusin', stopOnceMoved)
    return stop
  }, [state])
}

const focusedDialog = () => document.activeElement?.closest('[role="dialog"]') ?? null

const hasNoFocus = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.matches(':disabled')

/** Back to where the focus was, or else to the start of the screen. */
export function restoreFocus(element: Element | null): void {
  const place = element?.isConnected ? element : document.querySelector('main')
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}
