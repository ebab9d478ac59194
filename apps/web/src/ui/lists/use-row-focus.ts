import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface RowFocusOptions {
  readonly list: RefObject<HTMLElement | null>
  readonly count: number
  readonly perLine?: number
  readonly rendered: readonly [number, number]
  readonly scrollTo: (place: number) => void
}

interface RowFocus {
  /** The one place that the Tab key stops at; the arrow keys lead on from there. */
  readonly tabStop: number
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly focus: (place: number) => void
}

/** Arrow keys in a list of which only a part is rendered. Each place is a link with `data-place`. */
export function useRowFocus({ list, count, perLine = 1, rendered, scrollTo }: RowFocusOptions): RowFocus {
  const [current, setCurrent] = useState(0)
  const wanted = useRef<number | null>(null)

  const focusWanted = () => {
    if (wanted.current === null) return
    const link = list.current?.querySelector<HTMLElement>(`[data-place="${wanted.current}"]`)
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
    tabStop: current >= first && current <= last ? current : first,
    focus,
    onKeyDown(event) {
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
