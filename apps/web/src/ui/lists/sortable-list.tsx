import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import styles from './sortable-list.module.css'

interface SortableListProps<T> {
  readonly items: readonly T[]
  readonly getKey: (item: T) => string | number
  readonly getLabel: (item: T) => string
  readonly layout?: DragLayout
  readonly className?: string | undefined
  /** Moves it to the place that `to` says for its present one; returns that, or nothing where there is no such place. */
  readonly onMove: (item: T, to: (from: number) => number) => number | undefined
  /** A row, with the handle that it is moved by, and what makes a part of it one for a mouse. */
  readonly children: (item: T, handle: ReactNode, surface: DragSurfaceProps) => ReactNode
}

export type DragSurfaceProps = ReturnType<ReturnType<typeof useDragToReorder>['surface']>

const steps: Record<DragLayout, Readonly<Record<string, 1 | -1>>> = {
  list: { ArrowUp: -1, ArrowDown: 1 },
  grid: { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 },
}
const keyNames: Record<DragLayout, string> = {
  list: 'arrow up or down',
  grid: 'arrow left or right',
}

/** A list that people order: by dragging a handle, or with the arrow keys on it. */
export function SortableList<T>(props: SortableListProps<T>) {
  const { items, getKey, getLabel, layout = 'list', className = '', onMove, children } = props
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const move = (item: T, to: (from: number) => number) => {
    const place = onMove(item, to)
    if (place !== undefined)
      setAnnouncement(`${getLabel(item)} is number ${place + 1} of ${items.length}.`)
  }
  const { drag, handle, surface } = useDragToReorder(layout, (from, to) => {
    const item = items[from]
    if (item !== undefined) move(item, () => to)
  })
  // Moving a row may drop the focus of its handle.
  const stepped = useRef<string | number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every new order
  useEffect(() => {
    if (stepped.current !== null && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-handle="${stepped.current}"]`)?.focus()
  }, [items])
  const onKeyDown = (item: T) => (event: KeyboardEvent) => {
    const by = steps[layout][event.key]
    if (!by) return
    event.preventDefault()
    stepped.current = getKey(item)
    move(item, (from) => from + by)
  }
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <ol ref={list} className={`plain-list ${styles.list} ${className}`} data-layout={layout}>
        {items.map((item, index) => (
          <li
            key={getKey(item)}
            data-row={getKey(item)}
            data-dragged={drag?.from === index || undefined}
            data-drop={
              drag && drag.to !== drag.from && drag.to === index
                ? drag.to < drag.from
                  ? 'before'
                  : 'after'
                : undefined
            }
            style={
              drag?.from === index ? { translate: `${drag.by.x}px ${drag.by.y}px` } : undefined
            }
          >
            {children(
              item,
              <ActionIcon
                variant="subtle"
                size={layout === 'grid' ? 'md' : 'lg'}
                className={styles.handle ?? ''}
                aria-label={`Move ${getLabel(item)}: drag, or press ${keyNames[layout]}`}
                data-handle={getKey(item)}
                onKeyDown={onKeyDown(item)}
                onBlur={({ relatedTarget }) => {
                  if (relatedTarget) stepped.current = null
                }}
                {...handle(index)}
              >
                <IconGripVertical size={18} aria-hidden="true" />
              </ActionIcon>,
              surface(index),
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

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
export function useDragToReorder(layout: DragLayout, onMove: (from: number, to: number) => void) {
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
        return {
          top: y,
          bottom: y + height,
          middleX: left + width / 2 + window.scrollX,
          middleY: y + height / 2,
        }
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
      onPointerDown: (event: PointerEvent<HTMLElement>) =>
        event.pointerType === 'mouse' && onPointerDown(event),
      onClickCapture: (event: MouseEvent) => wasDragged.current && event.stopPropagation(),
    }
  }

  return { drag, handle, surface }
}
