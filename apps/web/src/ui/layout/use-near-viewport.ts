import { type RefCallback, useCallback, useState } from 'react'

/** Whether an element has been within a screen's height of the viewport, to defer costly content. */
export function useNearViewport(): readonly [ref: RefCallback<Element>, isNear: boolean] {
  const [isNear, setNear] = useState(false)
  const ref = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '100% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, isNear]
}
