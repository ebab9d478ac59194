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

/** Rows rendered above the window, and as many below it, for fast scrolling. */
const overscan = 6
/** Pixels to keep free when scrolling to a row: the sticky header, and a margin at the end. */
const scrollMargin = { top: 160, bottom: 16 }

interface VirtualRowsOptions {
  readonly count: number
  readonly rowHeight: number
  readonly rendersAll: boolean
}

/**
 * Virtual scrolling: the rows that the window shows. All rows have the same height, so none is
 * measured, and a new filter costs the same for a hundred thousand rows as for ten.
 */
export function useVirtualRows(
  list: RefObject<HTMLElement | null>,
  { count, rowHeight, rendersAll }: VirtualRowsOptions,
) {
  const top = useOffsetTop(list)

  // Rows above the window, negative if it begins above the list. Counted in rows, not pixels, so
  // that the list renders again only when another row comes into view.
  const scrolledRows = useSyncExternalStore(
    subscribeToScroll,
    useCallback(
      () => (rendersAll ? 0 : Math.floor((window.scrollY - top) / rowHeight)),
      [rendersAll, top, rowHeight],
    ),
  )
  // One more than fit, because the first and the last may be partly visible.
  const visibleRows = useSyncExternalStore(
    subscribeToResize,
    useCallback(() => Math.ceil(window.innerHeight / rowHeight) + 1, [rowHeight]),
  )

  const first = rendersAll ? 0 : Math.max(0, Math.min(scrolledRows, count - visibleRows) - overscan)
  const end = rendersAll
    ? count
    : Math.min(count, Math.max(0, scrolledRows) + visibleRows + overscan)

  return {
    /** Index of the first row to render; `end` is exclusive. */
    first,
    end,
    /** Height of all rows; `offset` is the height of those before `first`. */
    height: count * rowHeight,
    offset: first * rowHeight,
    scrollTo(row: number): void {
      const start = top + row * rowHeight
      const maxScrollY = start - scrollMargin.top
      const minScrollY = start + rowHeight + scrollMargin.bottom - window.innerHeight
      if (window.scrollY > maxScrollY) window.scrollTo({ top: maxScrollY })
      else if (window.scrollY < minScrollY) window.scrollTo({ top: minScrollY })
    },
  }
}

function subscribeToScroll(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true })
  return () => window.removeEventListener('scroll', onChange)
}

function subscribeToResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** Distance of an element from the top of the page; measured again when the page changes height. */
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

/** Up to this length all rows are rendered, so that the browser's own search finds them. */
export const maxFullyRenderedRows = 500

/** Delay before the remaining rows of a newly opened list are rendered. */
const remainingRowsDelayMs = 2_000

/**
 * Whether to render all rows of a list: always for printing; for a short list also soon after the
 * first screenful, or at once when the browser's own search is opened. `length` is that of the
 * unfiltered list, because rendering hundreds of hits with every key would be slow.
 */
export function useRendersAllRows(length: number): boolean {
  const isPrinting = usePrinting()
  const isShort = length <= maxFullyRenderedRows
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isShort || isDue) return

    const timer = setTimeout(() => startTransition(() => setDue(true)), remainingRowsDelayMs)
    const onKey = (event: KeyboardEvent) => {
      if (isPageSearch(event)) setDue(true)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey)
    }
  }, [isShort, isDue])

  return (isShort && isDue) || isPrinting
}

const isPageSearch = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'F3' || ((ctrlKey || metaKey) && key.toLowerCase() === 'f')

let isPrinting = false

function subscribeToPrinting(onChange: () => void): () => void {
  const setPrinting = (value: boolean) => {
    isPrinting = value
    onChange()
  }
  const onBeforePrint = () => setPrinting(true)
  const onAfterPrint = () => setPrinting(false)
  window.addEventListener('beforeprint', onBeforePrint)
  window.addEventListener('afterprint', onAfterPrint)
  return () => {
    window.removeEventListener('beforeprint', onBeforePrint)
    window.removeEventListener('afterprint', onAfterPrint)
  }
}

/** True while the page is laid out for printing; React renders before the browser prints. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(subscribeToPrinting, () => isPrinting)

interface RowFocusOptions {
  readonly list: RefObject<HTMLElement | null>
  readonly count: number
  /** The number of rows side by side, in a grid. */
  readonly perLine?: number
  /** Indexes of the first and the last rendered row. */
  readonly rendered: readonly [number, number]
  readonly scrollTo: (index: number) => void
}

/**
 * Arrow keys in a virtual list. Each row has a link with its index as `data-place`; checkboxes with
 * the same attribute also react to the keys, which then focus a link.
 */
export function useRowFocus({ list, count, perLine = 1, rendered, scrollTo }: RowFocusOptions) {
  const [focusedIndex, setFocusedIndex] = useState(0)
  const pendingIndex = useRef<number | null>(null)

  const focusPending = () => {
    if (pendingIndex.current === null) return
    const link = list.current?.querySelector<HTMLElement>(`a[data-place="${pendingIndex.current}"]`)
    if (!link) return

    pendingIndex.current = null
    link.focus({ preventScroll: true })
  }

  // A distant row is rendered only after the window has scrolled there.
  useLayoutEffect(focusPending)

  const focus = (index: number) => {
    if (count === 0) return

    const validIndex = Math.min(Math.max(index, 0), count - 1)
    pendingIndex.current = validIndex
    setFocusedIndex(validIndex)
    scrollTo(validIndex)
    focusPending()
  }

  const [first, last] = rendered
  return {
    /** Index of the only row that the Tab key reaches; arrow keys move on from there. */
    tabStop: focusedIndex >= first && focusedIndex <= last ? focusedIndex : first,
    focus,
    onKeyDown(event: ReactKeyboardEvent): void {
      const index = readRowIndex(event.target)
      if (index === null || event.ctrlKey || event.metaKey || event.altKey) return

      const nextIndex = getIndexAfterKey(event.key, { index, count, perLine })
      if (nextIndex === null) return

      event.preventDefault()
      focus(nextIndex)
    },
  }
}

interface RowPosition {
  readonly index: number
  readonly count: number
  readonly perLine: number
}

function getIndexAfterKey(key: string, { index, count, perLine }: RowPosition): number | null {
  if (key === 'ArrowDown') return index + perLine
  if (key === 'ArrowUp') return index - perLine
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (perLine > 1 && key === 'ArrowRight') return index + 1
  if (perLine > 1 && key === 'ArrowLeft') return index - 1
  return null
}

function readRowIndex(target: EventTarget): number | null {
  const index = target instanceof HTMLElement ? target.dataset.place : undefined
  return index === undefined ? null : Number(index)
}

/**
 * Restores the scroll position once a list has loaded. The router restores it when the screen
 * mounts, when the list is still too short for it.
 */
export function useRestoreScroll(isReady: boolean): void {
  const position = useElementScrollRestoration({ getElement: () => window })
  const needsRestoring = useRef(!isReady)
  useLayoutEffect(() => {
    if (!isReady || !needsRestoring.current) return

    needsRestoring.current = false
    if (position) window.scrollTo(position.scrollX, position.scrollY)
  }, [isReady, position])
}
