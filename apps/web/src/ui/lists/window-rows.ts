import { useElementScrollRestoration } from '@tanstack/react-router'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

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
) {
  const top = useOffsetTop(list)
  // As numbers of rows, so that only a new row makes for a new picture.
  const passed = useSyncExternalStore(
    onScroll,
    useCallback(
      () => (whole ? 0 : Math.floor((window.scrollY - top) / rowHeight)),
      [whole, top, rowHeight],
    ),
  )
  const visible = useSyncExternalStore(
    onResize,
    useCallback(() => Math.ceil(window.innerHeight / rowHeight) + 1, [rowHeight]),
  )
  const first = whole ? 0 : Math.max(0, Math.min(passed, count - visible) - overscan)
  const end = whole ? count : Math.min(count, Math.max(0, passed) + visible + overscan)

  return {
    /** The rows to render, from the first up to but without the last. */
    first,
    end,
    /** The height of all rows together, and that of those before the first. */
    height: count * rowHeight,
    offset: first * rowHeight,
    scrollTo(row: number): void {
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

/** Where an element begins on the page; measured again whenever the page's height changes, as what is above it may. */
export function useOffsetTop(ref: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = ref.current?.getBoundingClientRect()
      if (box) setOffset(Math.round(box.top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
  return offset
}

/** Up to this length the browser's own search finds every row of a list. */
export const maxFullyRenderedRows = 500

/** How long the remaining rows of a newly opened list wait. */
const delayMs = 2_000

/**
 * Whether all rows of a list are drawn: of a short one soon after the first screenful, or at once when the browser's own
 * search is opened; of any other on paper. `length` is that of the whole list: to draw hundreds of hits of a long one anew
 * with every key would be felt.
 */
export function useRendersAllRows(length: number): boolean {
  const printing = usePrinting()
  const isShort = length <= maxFullyRenderedRows
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isShort || isDue) return
    const timer = setTimeout(() => startTransition(() => setDue(true)), delayMs)
    const onKey = (event: KeyboardEvent) => {
      if (isPageSearch(event)) setDue(true)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey)
    }
  }, [isShort, isDue])
  return (isShort && isDue) || printing
}

const isPageSearch = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f')

let printing = false

function subscribe(changed: () => void): () => void {
  const note = (now: boolean) => () => {
    printing = now
    changed()
  }
  const before = note(true)
  const after = note(false)
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}

/** True while the page is laid out for paper. React draws again before the browser does. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing)

interface RowFocusOptions {
  readonly list: RefObject<HTMLElement | null>
  readonly count: number
  readonly perLine?: number
  readonly rendered: readonly [number, number]
  readonly scrollTo: (place: number) => void
}

/**
 * Arrow keys in a list of which only a part is rendered. Each place is a link with `data-place`; from a tick box beside it
 * with the same, they lead to links as well.
 */
export function useRowFocus({ list, count, perLine = 1, rendered, scrollTo }: RowFocusOptions) {
  const [current, setCurrent] = useState(0)
  const wanted = useRef<number | null>(null)

  const focusWanted = () => {
    if (wanted.current === null) return
    const link = list.current?.querySelector<HTMLElement>(`a[data-place="${wanted.current}"]`)
    if (!link) return
    wanted.current = null
    link.focus({ preventScroll: true })
  }
  // A far place is rendered only after the window has scrolled there.
  useLayoutEffect(focusWanted)

  const focus = (place: number) => {
    if (count === 0) return
    const next = Math.min(Math.max(place, 0), count - 1)
    wanted.current = next
    setCurrent(next)
    scrollTo(next)
    focusWanted()
  }

  const [first, last] = rendered
  return {
    /** The one place that the Tab key stops at; the arrow keys lead on from there. */
    tabStop: current >= first && current <= last ? current : first,
    focus,
    onKeyDown(event: ReactKeyboardEvent): void {
      const place = placeOf(event.target)
      if (place === null || event.ctrlKey || event.metaKey || event.altKey) return
      const next = destination(event.key, place, count, perLine)
      if (next === null) return
      event.preventDefault()
      focus(next)
    },
  }
}

function destination(key: string, place: number, count: number, perLine: number): number | null {
  if (key === 'ArrowDown') return place + perLine
  if (key === 'ArrowUp') return place - perLine
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (perLine > 1 && key === 'ArrowRight') return place + 1
  if (perLine > 1 && key === 'ArrowLeft') return place - 1
  return null
}

function placeOf(target: EventTarget): number | null {
  const place = target instanceof HTMLElement ? target.dataset.place : undefined
  return place === undefined ? null : Number(place)
}

/**
 * The router brings the window back to where it was as soon as the screen is there. A list that only loads then
 * is still too short for it: once it is ready, the window is brought there again.
 */
export function useRestoreScroll(ready: boolean): void {
  const place = useElementScrollRestoration({ getElement: () => window })
  const waited = useRef(!ready)
  useLayoutEffect(() => {
    if (!ready || !waited.current) return
    waited.current = false
    if (place) window.scrollTo(place.scrollX, place.scrollY)
  }, [ready, place])
}
