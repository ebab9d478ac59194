import { type PointerEvent, useRef, useState } from 'react'

interface Drag {
  readonly from: number
  readonly to: number
  /** How far the row has been pulled, in pixels. */
  readonly by: number
}

interface Start {
  readonly pageY: number
  /** The middles of all rows, in the page. */
  readonly middles: readonly number[]
  readonly from: number
  /** A dialog stands still while the page behind it would scroll. */
  readonly scrolls: boolean
}

const edge = 80
const scrollStep = 14

/** Rows that are pulled to another place by a handle, with a mouse or a finger. */
export function useDrag(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const start = useRef<Start | null>(null)

  const end = () => {
    start.current = null
    setDrag(null)
  }

  const handle = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const rows = event.currentTarget.closest('ol')?.children ?? []
      const middles = Array.from(rows, (row) => {
        const { top, height } = row.getBoundingClientRect()
        return top + height / 2 + window.scrollY
      })
      const scrolls = !event.currentTarget.closest('[role="dialog"]')
      start.current = { pageY: event.pageY, middles, from, scrolls }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!start.current) return
      const { pageY, middles, scrolls } = start.current
      if (scrolls && event.clientY < edge) window.scrollBy(0, -scrollStep)
      else if (scrolls && event.clientY > window.innerHeight - edge) window.scrollBy(0, scrollStep)
      const y = event.clientY + window.scrollY
      const to = middles.filter((middle, index) => index !== from && middle < y).length
      setDrag({ from, to, by: y - pageY })
    },
    onPointerUp: () => {
      if (drag && drag.to !== drag.from) onMove(drag.from, drag.to)
      end()
    },
    onPointerCancel: end,
  })

  return { drag, handle }
}
