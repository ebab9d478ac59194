import {
  type ChangeEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { isDialogCovered } from '../../../../ui/feedback/dialogs.ts'
import styles from './row-selection.module.css'

export interface RowSelection {
  readonly selectedIds: ReadonlySet<number>
  /** Toggles an item; with Shift, all items from the last toggled one to it. */
  readonly onToggle: (id: number, withShift: boolean) => void
  /** Whether a click on a row toggles it instead of opening the item. */
  readonly isOn: boolean
}

/** Elements that handle Escape themselves. */
const escapeHandlingElements =
  '[role="dialog"], [role="menu"], select, textarea, input:not([type="checkbox"])'

/** Calls `onEscape` on Escape, unless the key is for a dialog, a menu or a field. */
export function useEscapeKey(isOn: boolean, onEscape: () => void): void {
  const handleEscape = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOn) return

    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || isDialogCovered()) return
      if (!(target instanceof Element && target.closest(escapeHandlingElements))) handleEscape()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}

interface SelectionCheckboxProps {
  readonly index: number
  readonly isSelected: boolean
  readonly tabStop: boolean
}

/**
 * Checkbox over a row or tile, visible with the pointer, the focus, or a selection. Its label is
 * the row's link, so it need not render again when a filter puts another item into the row. The list
 * handles its change events.
 */
export const SelectionCheckbox = memo(({ index, isSelected, tabStop }: SelectionCheckboxProps) => (
  <label className={`${styles.label} no-print`}>
    <input
      id={`select-${index}`}
      type="checkbox"
      checked={isSelected}
      readOnly
      aria-label="Select"
      aria-labelledby={`select-${index} ${itemLinkId(index)}`}
      data-place={index}
      tabIndex={tabStop ? 0 : -1}
      className={styles.box}
    />
  </label>
))

export const itemLinkId = (index: number): string => `item-${index}`

const longPressMs = 500

/** Event handlers of the list that toggle rows: by checkbox, Space, or a long press of a finger. */
export function useSelectionHandlers(
  { onToggle, isOn }: RowSelection,
  getIdAt: (index: number) => number | undefined,
) {
  // The current press of a finger, which becomes a long one when its timer ends.
  const press = useRef<{ timer?: number; isLong: boolean }>({ isLong: false })
  const release = () => window.clearTimeout(press.current.timer)

  return {
    /** Toggles the item if a click on its link is meant to; returns whether it was. */
    handleLinkClick(event: MouseEvent, id: number): boolean {
      // A long press ends with a click as well, but has toggled the item already.
      const isLong = press.current.isLong
      press.current.isLong = false
      if (!isOn && !isLong) return false
      if (!isLong) onToggle(id, event.shiftKey)
      return true
    },
    handlers: {
      onChange({ target, nativeEvent }: ChangeEvent<HTMLElement>): void {
        const id = getIdAt(Number(target.dataset.place))
        // React's change event of a checkbox wraps a native click.
        if (id !== undefined)
          onToggle(id, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
      },
      // Prevents the browser from selecting text on a click with Shift.
      onMouseDown(event: MouseEvent): void {
        if (event.shiftKey && isOn) event.preventDefault()
      },
      onKeyDown(event: ReactKeyboardEvent): void {
        const id = findItemId(event.target)
        if (event.key !== ' ' || id === null) return

        event.preventDefault()
        onToggle(id, event.shiftKey)
      },
      onPointerDown(event: PointerEvent): void {
        release()
        press.current = { isLong: false }
        const id = findItemId(event.target)
        if (event.pointerType !== 'touch' || id === null) return

        press.current.timer = window.setTimeout(() => {
          press.current.isLong = true
          onToggle(id, false)
        }, longPressMs)
      },
      onPointerUp: release,
      // The browser cancels the press when the finger scrolls the list.
      onPointerCancel: release,
      // Keeps a long press from opening the context menu of the link.
      onContextMenu(event: MouseEvent): void {
        const { nativeEvent } = event
        if (nativeEvent instanceof window.PointerEvent && nativeEvent.pointerType === 'touch')
          event.preventDefault()
      },
    },
  }
}

/** Finds the id of the item whose link an event happened on. */
export function findItemId(target: EventTarget): number | null {
  const id =
    target instanceof Element ? target.closest<HTMLElement>('[data-item]')?.dataset.item : undefined
  return id === undefined ? null : Number(id)
}
