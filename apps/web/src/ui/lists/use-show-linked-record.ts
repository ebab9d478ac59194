import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Long enough to be noticed after the page has finished loading. */
const highlightMs = 4_000

/**
 * Scrolls to the record that the address names, such as #comment-7, once the records are loaded,
 * and highlights it briefly.
 */
export function useShowLinkedRecord(subject: 'comment' | 'condition', isLoaded: boolean): void {
  const hash = useLocation({ select: (location) => location.hash })
  // Changes with each navigation, so that a second link to the same record shows it again.
  const step = useLocation({ select: ({ state }) => state.__TSR_key })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the step stands for a navigation
  useEffect(() => {
    const isLinked = isLoaded && hash.startsWith(`${subject}-`)
    const linkedRecord = isLinked ? document.getElementById(hash) : null
    if (!linkedRecord) return

    linkedRecord.tabIndex = -1
    linkedRecord.focus({ preventScroll: true })
    linkedRecord.dataset.linked = ''

    // Content above it may still be loading: keep it in view until the user scrolls or presses a
    // key.
    const resizeObserver = new ResizeObserver(() =>
      linkedRecord.scrollIntoView({ block: 'center' }),
    )
    resizeObserver.observe(document.body)
    const inputListeners = new AbortController()
    for (const event of ['wheel', 'pointerdown', 'touchstart', 'keydown'])
      addEventListener(event, () => resizeObserver.disconnect(), {
        signal: inputListeners.signal,
        passive: true,
      })

    const end = () => {
      resizeObserver.disconnect()
      inputListeners.abort()
      delete linkedRecord.dataset.linked
    }
    const timer = setTimeout(end, highlightMs)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [subject, isLoaded, hash, step])
}
