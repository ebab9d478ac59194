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

/** 'list' has one item per line, 'grid' several. */
export type DragLayout = 'list' | 'grid'

interface SortableListProps<T> {
  readonly items: readonly T[]
  readonly getKey: (item: T) => string | number
  readonly getLabel: (item: T) => string
  readonly layout?: DragLayout
  readonly className?: string | undefined
  /**
   * Moves an item to the index that `getTarget` returns for its current index. Returns the new
   * index; undefined if it is out of range.
   */
  readonly onMove: (item: T, getTarget: (from: number) => number) => number | undefined
  /** Renders a row. `surface` are props for an area that can also be dragged with a mouse. */
  readonly children: (item: T, handle: ReactNode, surface: DragSurfaceProps) => ReactNode
}

export type DragSurfaceProps = ReturnType<ReturnType<typeof useDragToReorder>['surfaceProps']>

/** The arrow keys that move an item, with the change of its index. */
const keySteps: Record<DragLayout, Readonly<Record<string, 1 | -1>>> = {
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

  const move = (item: T, getTarget: (from: number) => number) => {
    const index = onMove(item, getTarget)
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
    const step = keySteps[layout][event.key]
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
            data-drop={drag?.to === index ? getDropSide(drag) : undefined}
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

/** A drag in progress, between indexes of items. */
interface Drag {
  readonly from: number
  readonly to: number
  /** Offset of the dragged item in pixels. */
  readonly offset: { readonly x: number; readonly y: number }
}

/** The side of the target row on which the drop mark is shown. */
function getDropSide({ from, to }: Drag): 'before' | 'after' | undefined {
  if (to === from) return undefined
  return to < from ? 'before' : 'after'
}

const toTranslation = ({ offset: { x, y } }: Drag) => ({ translate: `${x}px ${y}px` })

/** The pointer and the rows when the drag started. */
interface DragStart {
  readonly pageX: number
  readonly pageY: number
  readonly boxes: readonly Box[]
  /** False inside a dialog: the page behind it would scroll. */
  readonly scrollsPage: boolean
}

/** Position of a row on the page, in pixels. */
interface Box {
  readonly top: number
  readonly bottom: number
  readonly middleX: number
  readonly middleY: number
}

/** The page scrolls while the pointer is this close to the window's edge, in pixels. */
const scrollEdge = 80
/** Pixels by which it scrolls with each movement of the pointer. */
const scrollStep = 14
/** Smaller movements, in pixels, are clicks. */
const minDragDistance = 4

/** Whether an item comes before a position of the pointer on the page. */
const isBefore: Record<DragLayout, (box: Box, x: number, y: number) => boolean> = {
  list: ({ middleY }, _, y) => middleY < y,
  grid: ({ top, bottom, middleX }, x, y) => bottom < y || (top < y && middleX < x),
}

/** Reordering by dragging: a handle with mouse or finger, or a whole surface with a mouse. */
export function useDragToReorder(layout: DragLayout, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  // Also in a ref: the finger may be lifted before the last move has rendered.
  const latestDrag = useRef(drag)
  const dragStart = useRef<DragStart | null>(null)
  const wasDragged = useRef(false)

  const updateDrag = (newDrag: Drag | null) => {
    latestDrag.current = newDrag
    setDrag(newDrag)
  }
  const endDrag = () => {
    dragStart.current = null
    updateDrag(null)
  }

  const handleProps = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDragged.current = false
      const isMainButton = event.button === 0
      if (!isMainButton) return

      const { currentTarget: handle, pageX, pageY } = event
      handle.setPointerCapture(event.pointerId)
      const rows = [...(handle.closest('ol')?.children ?? [])]
      const scrollsPage = !handle.closest('[role="dialog"]')
      dragStart.current = { pageX, pageY, boxes: rows.map(measureBox), scrollsPage }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!dragStart.current) return

      const { pageX, pageY, boxes, scrollsPage } = dragStart.current
      const x = event.clientX + window.scrollX
      const y = event.clientY + window.scrollY
      const isClick = !latestDrag.current && Math.hypot(x - pageX, y - pageY) < minDragDistance
      if (isClick) return

      wasDragged.current = true
      if (scrollsPage) scrollNearEdge(event.clientY)
      // The new index is the number of other rows before the pointer.
      const otherBoxes = boxes.filter((_, index) => index !== from)
      const to = otherBoxes.filter((box) => isBefore[layout](box, x, y)).length
      // Rows of a list follow the pointer only up and down.
      const offsetX = layout === 'grid' ? x - pageX : 0
      updateDrag({ from, to, offset: { x: offsetX, y: y - pageY } })
    },
    onPointerUp: () => {
      const finalDrag = latestDrag.current
      if (finalDrag && finalDrag.to !== finalDrag.from) onMove(finalDrag.from, finalDrag.to)
      endDrag()
    },
    onPointerCancel: endDrag,
  })

  /** For an area that also handles clicks; with a finger it scrolls the page. */
  const surfaceProps = (from: number) => {
    const { onPointerDown, ...otherProps } = handleProps(from)
    return {
      ...otherProps,
      onPointerDown: (event: PointerEvent<HTMLElement>) =>
        event.pointerType === 'mouse' && onPointerDown(event),
      onClickCapture: (event: MouseEvent) => wasDragged.current && event.stopPropagation(),
    }
  }

  return { drag, handleProps, surfaceProps }
}

function measureBox(row: Element): Box {
  const { left, top, width, height } = row.getBoundingClientRect()
  const pageTop = top + window.scrollY
  return {
    top: pageTop,
    bottom: pageTop + height,
    middleX: left + width / 2 + window.scrollX,
    middleY: pageTop + height / 2,
  }
}

function scrollNearEdge(clientY: number): void {
  if (clientY < scrollEdge) window.scrollBy(0, -scrollStep)
  else if (clientY > window.innerHeight - scrollEdge) window.scrollBy(0, scrollStep)
}
