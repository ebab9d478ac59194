import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

interface WindowRows {
  readonly rows: readonly VirtualItem[]
  /** The height of all rows together. */
  readonly height: number
  /** Where the first of the rendered rows begins. */
  readonly offset: number
  readonly scrollTo: (row: number) => void
}

/** The few of many rows of one height that the window shows, with some before and after. */
export function useWindowRows(list: RefObject<HTMLElement | null>, count: number, rowHeight: number): WindowRows {
  const top = useDistanceFromTop(list)
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: top,
    // Room for what stays at the top of the window while the rows move.
    scrollPaddingStart: 160,
    scrollPaddingEnd: 16,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height, other places
  useEffect(() => virtual.measure(), [rowHeight])

  const rows = virtual.getVirtualItems()
  return {
    rows,
    height: virtual.getTotalSize(),
    offset: (rows[0]?.start ?? top) - top,
    scrollTo: (row) => virtual.scrollToIndex(row),
  }
}

/** What stands above the list may open and close: the distance is measured whenever the page's height changes. */
function useDistanceFromTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}
