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
  /** Moves the item to index `to(current index)` and returns it; undefined if out of range. */
  readonly onMove: (item: T, to: (from: number) => number) => number | undefined
  /** Renders a row. `surface` are props for an area that can also be dragged with a mouse. */
  readonly children: (item: T, handle: ReactNode, surface: DragSurfaceProps) => ReactNode
}

export type DragSurfaceProps = ReturnType<ReturnType<typeof useDragToReorder>['surfaceProps']>

const steps: Record<DragLayout, Readonly<Record<string, 1 | -1>>> = {
  list: { ArrowUp: -1, ArrowDown: 1 },
  grid: { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 },
}
const keyNames: Record<DragLayout, string> = {
  list: 'arrow up or down',
  grid: 'arrow left or right',
}

/** A list that is reordered by dragging a handle, or with the arrow keys on the handle. */
export function SortableList<T>(props: SortableListProps<T>) {
  const { items, getKey, getLabel, layout = 'list', className = '', onMove, children } = props
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const move = (item: T, to: (from: number) => number) => {
    const index = onMove(item, to)
    if (index !== undefined)
      setAnnouncement(`${getLabel(item)} is number ${index + 1} of ${items.length}.`)
  }
  const { drag, handleProps, surfaceProps } = useDragToReorder(layout, (from, to) => {
    const item = items[from]
    if (item !== undefined) move(item, () => to)
  })
  // Moving a row may drop the focus of its handle.
  const movedKey = useRef<string | number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every new order
  useEffect(() => {
    if (movedKey.current !== null && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`[data-handle="${movedKey.current}"]`)?.focus()
  }, [items])
  const onKeyDown = (item: T) => (event: KeyboardEvent) => {
    const step = steps[layout][event.key]
    if (!step) return

    event.preventDefault()
    movedKey.current = getKey(item)
    move(item, (from) => from + step)
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
            data-drop={drag?.to === index ? dropSide(drag) : undefined}
            style={drag?.from === index ? toTranslation(drag) : undefined}
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
                  if (relatedTarget) movedKey.current = null
                }}
                {...handleProps(index)}
              >
                <IconGripVertical size={18} aria-hidden="true" />
              </ActionIcon>,
              surfaceProps(index),
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** 'list' has one item per line, 'grid' several. */
export type DragLayout = 'list' | 'grid'

interface Drag {
  readonly from: number
  readonly to: number
  /** Offset of the dragged item in pixels. */
  readonly offset: { readonly x: number; readonly y: number }
}

/** Where the drop mark is shown at the target row. */
function dropSide({ from, to }: Drag): 'before' | 'after' | undefined {
  if (to === from) return undefined
  return to < from ? 'before' : 'after'
}

const toTranslation = ({ offset: { x, y } }: Drag) => ({ translate: `${x}px ${y}px` })

interface DragStart {
  readonly pageX: number
  readonly pageY: number
  readonly boxes: readonly Box[]
  readonly from: number
  /** False inside a dialog: the page behind it would scroll. */
  readonly scrollsPage: boolean
}

interface Box {
  readonly top: number
  readonly bottom: number
  readonly middleX: number
  readonly middleY: number
}

/** The page scrolls while the pointer is this close to the window's edge, in pixels. */
const scrollEdge = 80
const scrollStep = 14
/** Smaller movements, in pixels, are clicks. */
const minDragDistance = 4

/** Whether an item comes before the pointer's position. */
const isBefore: Record<DragLayout, (box: Box, x: number, y: number) => boolean> = {
  list: ({ middleY }, _, y) => middleY < y,
  grid: ({ top, bottom, middleX }, x, y) => bottom < y || (top < y && middleX < x),
}

/** Reordering by dragging: a handle with mouse or finger, or a whole surface with a mouse. */
export function useDragToReorder(layout: DragLayout, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  // Also in a ref: the finger may be lifted before the last move has rendered.
  const latest = useRef(drag)
  const start = useRef<DragStart | null>(null)
  const wasDragged = useRef(false)

  const show = (next: Drag | null) => {
    latest.current = next
    setDrag(next)
  }
  const end = () => {
    start.current = null
    show(null)
  }

  const handleProps = (from: number) => ({
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
      const scrollsPage = !event.currentTarget.closest('[role="dialog"]')
      start.current = { pageX: event.pageX, pageY: event.pageY, boxes, from, scrollsPage }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!start.current) return

      const { pageX, pageY, boxes, scrollsPage } = start.current
      const [x, y] = [event.clientX + window.scrollX, event.clientY + window.scrollY]
      if (!latest.current && Math.hypot(x - pageX, y - pageY) < minDragDistance) return
      wasDragged.current = true
      if (scrollsPage && event.clientY < scrollEdge) window.scrollBy(0, -scrollStep)
      else if (scrollsPage && event.clientY > window.innerHeight - scrollEdge)
        window.scrollBy(0, scrollStep)
      const to = boxes.filter((box, index) => index !== from && isBefore[layout](box, x, y)).length
      show({ from, to, offset: { x: layout === 'grid' ? x - pageX : 0, y: y - pageY } })
    },
    onPointerUp: () => {
      const { current } = latest
      if (current && current.to !== current.from) onMove(current.from, current.to)
      end()
    },
    onPointerCancel: end,
  })

  /** For an area that also handles clicks; with a finger it scrolls the page. */
  const surfaceProps = (from: number) => {
    const { onPointerDown, ...others } = handleProps(from)
    return {
      ...others,
      onPointerDown: (event: PointerEvent<HTMLElement>) =>
        event.pointerType === 'mouse' && onPointerDown(event),
      onClickCapture: (event: MouseEvent) => wasDragged.current && event.stopPropagation(),
    }
  }

  return { drag, handleProps, surfaceProps }
}
