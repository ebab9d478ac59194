import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './sortable-list.module.css'
import { type DragLayout, useDrag } from './use-drag.ts'

interface SortableListProps<T> {
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string | number
  readonly labelOf: (item: T) => string
  readonly layout?: DragLayout
  readonly className?: string | undefined
  /** Moves it to the place that `to` says for its present one; returns that, or nothing where there is no such place. */
  readonly onMove: (item: T, to: (from: number) => number) => number | undefined
  /** A row, with the handle that it is moved by, and what makes a part of it one for a mouse. */
  readonly children: (item: T, handle: ReactNode, surface: Surface) => ReactNode
}

export type Surface = ReturnType<ReturnType<typeof useDrag>['surface']>

const steps: Record<DragLayout, Readonly<Record<string, 1 | -1>>> = {
  list: { ArrowUp: -1, ArrowDown: 1 },
  grid: { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 },
}
const keyNames: Record<DragLayout, string> = { list: 'arrow up or down', grid: 'arrow left or right' }

/** A list that people order: by dragging a handle, or with the arrow keys on it. */
export function SortableList<T>(props: SortableListProps<T>) {
  const { items, keyOf, labelOf, layout = 'list', className = '', onMove, children } = props
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const move = (item: T, to: (from: number) => number) => {
    const place = onMove(item, to)
    if (place !== undefined) setAnnouncement(`${labelOf(item)} is number ${place + 1} of ${items.length}.`)
  }
  const { drag, handle, surface } = useDrag(layout, (from, to) => {
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
    stepped.current = keyOf(item)
    move(item, (from) => from + by)
  }
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <ol ref={list} className={`plain-list ${styles.list} ${className}`} data-layout={layout}>
        {items.map((item, index) => (
          <li
            key={keyOf(item)}
            data-row={keyOf(item)}
            data-dragged={drag?.from === index || undefined}
            data-drop={
              drag && drag.to !== drag.from && drag.to === index
                ? drag.to < drag.from
                  ? 'before'
                  : 'after'
                : undefined
            }
            style={drag?.from === index ? { translate: `${drag.by.x}px ${drag.by.y}px` } : undefined}
          >
            {children(
              item,
              <ActionIcon
                variant="subtle"
                size={layout === 'grid' ? 'md' : 'lg'}
                className={styles.handle ?? ''}
                aria-label={`Move ${labelOf(item)}: drag, or press ${keyNames[layout]}`}
                data-handle={keyOf(item)}
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
