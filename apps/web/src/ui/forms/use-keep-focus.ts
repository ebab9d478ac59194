import { type RefObject, useEffect, useRef } from 'react'

const retryDelayMs = 50
/** Together five seconds, longer than a dialog takes to close. */
const maxAttempts = 100

/**
 * A focused button that is disabled or removed drops the focus to the body. After each change of
 * `state`, if nothing else has the focus, moves it to the first of `targets` that can take it.
 */
export function useKeepFocus(
  state: string,
  ...targets: readonly RefObject<HTMLElement | null>[]
): void {
  const lastState = useRef(state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the targets are the same each time
  useEffect(() => {
    if (lastState.current === state) return
    lastState.current = state

    let attemptCount = 0
    // Waits while this dialog closes. A dialog that opens later takes the focus itself.
    const closingDialog = findFocusedDialog()

    // Delayed: the browser takes the focus from a disabled element only with the next frame.
    const timer = setInterval(() => {
      attemptCount++
      const isStillOpen = closingDialog !== null && findFocusedDialog() === closingDialog
      if (isStillOpen && attemptCount < maxAttempts) return

      stop()
      for (const { current } of targets) {
        if (hasNoFocus()) current?.focus({ preventScroll: true })
      }
    }, retryDelayMs)

    // Stops once the focus moves: another dialog may open and close within one delay.
    const stopOnceMoved = () => findFocusedDialog() === closingDialog || stop()
    const stop = () => {
      clearInterval(timer)
      document.removeEventListener('focusin', stopOnceMoved)
    }
    document.addEventListener('focusin', stopOnceMoved)
    return stop
  }, [state])
}

const findFocusedDialog = () => document.activeElement?.closest('[role="dialog"]') ?? null

const hasNoFocus = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.matches(':disabled')

/** Focuses the element if it still exists, else the start of the screen. */
export function restoreFocus(element: Element | null): void {
  const target = element?.isConnected ? element : document.querySelector('main')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
