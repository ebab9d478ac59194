import { type RefObject, useCallback, useSyncExternalStore } from 'react'
import { useOffsetTop } from '../layout/use-offset-top.ts'

interface WindowRows {
  /** The rows to render, from the first up to but without the last. */
  readonly first: number
  readonly end: number
  /** The height of all rows together, and that of those before the first. */
  readonly height: number
  readonly offset: number
  readonly scrollTo: (row: number) => void
}

/** Rows rendered beyond the edges of the window, for fast scrolling. */
const overscan = 6
/** What stays at the top of the window while the rows move, and a little air at its end. */
const covered = { top: 160, bottom: 16 }

interface WindowRowsOptions {
  readonly count: number
  readonly rowHeight: number
  readonly whole: boolean
}

/**
 * The few of many rows that the window shows. All are of one height, so there is nothing to measure or to keep
 * for each of them: another filter over a hundred thousand rows costs no more than over ten.
 */
export function useWindowRows(
  list: RefObject<HTMLElement | null>,
  { count, rowHeight, whole }: WindowRowsOptions,
): WindowRows {
  const top = useOffsetTop(list)
  // As numbers of rows, so that only a new row makes for a new picture.
  const passed = useSyncExternalStore(
    onScroll,
    useCallback(() => (whole ? 0 : Math.floor((window.scrollY - top) / rowHeight)), [whole, top, rowHeight]),
  )
  const visible = useSyncExternalStore(
    onResize,
    useCallback(() => Math.ceil(window.innerHeight / rowHeight) + 1, [rowHeight]),
  )
  const first = whole ? 0 : Math.max(0, Math.min(passed, count - visible) - overscan)
  const end = whole ? count : Math.min(count, Math.max(0, passed) + visible + overscan)

  return {
    first,
    end,
    height: count * rowHeight,
    offset: first * rowHeight,
    scrollTo(row) {
      const start = top + row * rowHeight
      const lowest = start - covered.top
      const highest = start + rowHeight + covered.bottom - window.innerHeight
      if (window.scrollY > lowest) window.scrollTo({ top: lowest })
      else if (window.scrollY < highest) window.scrollTo({ top: highest })
    },
  }
}

function onScroll(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}
