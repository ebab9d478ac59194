import { type RefObject, useLayoutEffect } from 'react'

/**
 * Tells style sheets how much of the window the bar that stays at the top covers, as `--vitrine-header-height`: larger
 * letters make it taller. What is focused or jumped to keeps clear of it (`scroll-padding` in global.css).
 */
export function useHeaderHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty('--vitrine-header-height', `${element.getBoundingClientRect().height}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--vitrine-header-height')
    }
  }, [bar])
}
