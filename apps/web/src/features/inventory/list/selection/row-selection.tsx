import {
  type ChangeEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { isDialogCovered } from '../../../../ui/feedback/dialogs.ts'
import styles from './row-selection.module.css'

/** Which items are selected, and how to tick one or untick it; with Shift, all from the last one to this. */
export interface RowSelection {
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (id: number, withShift: boolean) => void
  /** Whether a click on a row ticks it instead of opening the item. */
  readonly isOn: boolean
}

const nothing: ReadonlySet<number> = new Set()

export function useSelectedIds(shown: () => readonly number[]) {
  const [{ chosen, last, isKept }, setChoice] = useState<{
    chosen: ReadonlySet<number>
    last: number | null
    /** Goes on with nothing selected. */
    isKept: boolean
  }>({ chosen: nothing, last: null, isKept: false })
  return {
    chosen,
    isSelecting: isKept || chosen.size > 0,
    onToggle: (id: number, withShift: boolean) =>
      setChoice((before) => {
        const next = new Set(before.chosen)
        const isOn = !next.has(id)
        for (const one of withShift && before.last !== null
          ? between(shown(), before.last, id)
          : [id]) {
          if (isOn) next.add(one)
          else next.delete(one)
        }
        return { ...before, chosen: next, last: id }
      }),
    chooseShown: () =>
      setChoice((before) => ({
        chosen: new Set([...before.chosen, ...shown()]),
        last,
        isKept: true,
      })),
    chooseNone: useCallback(() => setChoice({ chosen: nothing, last: null, isKept: true }), []),
    end: () => setChoice({ chosen: nothing, last: null, isKept: false }),
  }
}

function between(ids: readonly number[], from: number, to: number): readonly number[] {
  const [one, other] = [ids.indexOf(from), ids.indexOf(to)]
  return one < 0 || other < 0 ? [to] : ids.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/** Escape ends the selection, unless it means a dialog, a menu or a field. */
export function useEscapeKey(isOn: boolean, onEscape: () => void): void {
  const end = useEffectEvent(onEscape)
  useEffect(() => {
    if (!isOn) return
    const onKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || isDialogCovered()) return
      const own = '[role="dialog"], [role="menu"], select, textarea, input:not([type="checkbox"])'
      if (!(target instanceof Element && target.closest(own))) end()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn])
}

interface ChoiceBoxProps {
  readonly place: number
  readonly chosen: boolean
  readonly tabStop: boolean
}

/**
 * Lies over its row or tile and shows with the pointer, the focus, or a selection. Named by the link at its place, it stays
 * as it is when a filter writes another item into the row. Changes are heard by the list.
 */
export const SelectionCheckbox = memo(({ place, chosen, tabStop }: ChoiceBoxProps) => (
  <label className={`${styles.label} no-print`}>
    <input
      id={`select-${place}`}
      type="checkbox"
      checked={chosen}
      readOnly
      aria-label="Select"
      aria-labelledby={`select-${place} ${itemLinkId(place)}`}
      data-place={place}
      tabIndex={tabStop ? 0 : -1}
      className={styles.box}
    />
  </label>
))

export const itemLinkId = (place: number): string => `item-${place}`

const longPressMs = 500

/** What the element around the rows does to tick them: by box, by Space on a row, by a long press of a finger. */
export function useSelectionHandlers(
  { onToggle, isOn }: RowSelection,
  idAt: (place: number) => number | undefined,
) {
  const press = useRef<{ timer?: number; isLong: boolean }>({ isLong: false })
  const release = () => window.clearTimeout(press.current.timer)
  return {
    /** Whether a click on an item's link was meant to tick it. */
    takesClick(event: MouseEvent, id: number): boolean {
      // The finger of a long press is lifted.
      const isLong = press.current.isLong
      press.current.isLong = false
      if (!isOn && !isLong) return false
      if (!isLong) onToggle(id, event.shiftKey)
      return true
    },
    handlers: {
      onChange({ target, nativeEvent }: ChangeEvent<HTMLElement>): void {
        const id = idAt(Number(target.dataset.place))
        // React hears a click where a checkbox changes.
        if (id !== undefined)
          onToggle(id, nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
      },
      // With Shift the browser would select text instead.
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
      // The list is being scrolled.
      onPointerCancel: release,
      // A finger would get the menu of a link.
      onContextMenu(event: MouseEvent): void {
        if (
          event.nativeEvent instanceof window.PointerEvent &&
          event.nativeEvent.pointerType === 'touch'
        )
          event.preventDefault()
      },
    },
  }
}

/** The item whose link an event happened on. */
export function findItemId(target: EventTarget): number | null {
  const id =
    target instanceof Element ? target.closest<HTMLElement>('[data-item]')?.dataset.item : undefined
  return id === undefined ? null : Number(id)
}
