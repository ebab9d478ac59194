import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'

/** In rows below one another, or side by side in as many lines as they need. */
export type DragLayout = 'list' | 'grid'

interface Drag {
  readonly from: number
  readonly to: number
  readonly by: { readonly x: number; readonly y: number }
}

interface Start {
  readonly pageX: number
  readonly pageY: number
  readonly boxes: readonly Box[]
  readonly from: number
  /** A dialog stands still while the page behind it would scroll. */
  readonly scrolls: boolean
}

interface Box {
  readonly top: number
  readonly bottom: number
  readonly middleX: number
  readonly middleY: number
}

const edge = 80
const scrollStep = 14
/** A hand that clicks moves a little. */
const slack = 4

/** Whether something stands before the place where the pointer is. */
const isBefore: Record<DragLayout, (box: Box, x: number, y: number) => boolean> = {
  list: ({ middleY }, _, y) => middleY < y,
  grid: ({ top, bottom, middleX }, x, y) => bottom < y || (top < y && middleX < x),
}

/** Things that are pulled to another place by a handle with a mouse or a finger, or as a whole with a mouse. */
export function useDrag(layout: DragLayout, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  // Beside the state: a finger may be lifted before the last move is drawn.
  const latest = useRef(drag)
  const start = useRef<Start | null>(null)
  const wasDragged = useRef(false)

  const show = (next: Drag | null) => {
    latest.current = next
    setDrag(next)
  }
  const end = () => {
    start.current = null
    show(null)
  }

  const handle = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDragged.current = false
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const boxes = Array.from(event.currentTarget.closest('ol')?.children ?? [], (row) => {
        const { left, top, width, height } = row.getBoundingClientRect()
        const y = top + window.scrollY
        return { top: y, bottom: y + height, middleX: left + width / 2 + window.scrollX, middleY: y + height / 2 }
      })
      const scrolls = !event.currentTarget.closest('[role="dialog"]')
      start.current = { pageX: event.pageX, pageY: event.pageY, boxes, from, scrolls }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!start.current) return
      const { pageX, pageY, boxes, scrolls } = start.current
      const [x, y] = [event.clientX + window.scrollX, event.clientY + window.scrollY]
      if (!latest.current && Math.hypot(x - pageX, y - pageY) < slack) return
      wasDragged.current = true
      if (scrolls && event.clientY < edge) window.scrollBy(0, -scrollStep)
      else if (scrolls && event.clientY > window.innerHeight - edge) window.scrollBy(0, scrollStep)
      const to = boxes.filter((box, index) => index !== from && isBefore[layout](box, x, y)).length
      show({ from, to, by: { x: layout === 'grid' ? x - pageX : 0, y: y - pageY } })
    },
    onPointerUp: () => {
      const { current } = latest
      if (current && current.to !== current.from) onMove(current.from, current.to)
      end()
    },
    onPointerCancel: end,
  })

  /** For something that also has a click; a finger scrolls the page there. */
  const surface = (from: number) => {
    const { onPointerDown, ...others } = handle(from)
    return {
      ...others,
      onPointerDown: (event: PointerEvent<HTMLElement>) => event.pointerType === 'mouse' && onPointerDown(event),
      onClickCapture: (event: MouseEvent) => wasDragged.current && event.stopPropagation(),
    }
  }

  return { drag, handle, surface }
}
