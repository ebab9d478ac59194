import type { ItemListEntry } from '@vitrine/contract'
import { type ChangeEvent, type MouseEvent, useState } from 'react'
import styles from './choice.module.css'

/** Which items are picked out, and how to pick one or let it go; with Shift, all from the last one to this. */
export interface Choice {
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (id: number, withShift: boolean) => void
}

const nothing: ReadonlySet<number> = new Set()

export function useChoice(shown: () => readonly number[]) {
  const [{ chosen, last }, setChoice] = useState<{ chosen: ReadonlySet<number>; last: number | null }>({
    chosen: nothing,
    last: null,
  })
  return {
    chosen,
    onToggle: (id: number, withShift: boolean) =>
      setChoice((before) => {
        const next = new Set(before.chosen)
        const isOn = !next.has(id)
        for (const one of withShift && before.last !== null ? between(shown(), before.last, id) : [id]) {
          if (isOn) next.add(one)
          else next.delete(one)
        }
        return { chosen: next, last: id }
      }),
    chooseShown: () => setChoice((before) => ({ chosen: new Set([...before.chosen, ...shown()]), last })),
    chooseNone: () => setChoice({ chosen: nothing, last: null }),
  }
}

function between(ids: readonly number[], from: number, to: number): readonly number[] {
  const [one, other] = [ids.indexOf(from), ids.indexOf(to)]
  return one < 0 || other < 0 ? [to] : ids.slice(Math.min(one, other), Math.max(one, other) + 1)
}

interface ChoiceBoxProps {
  readonly item: ItemListEntry
  readonly place: number
  readonly chosen: boolean
  readonly tabStop: boolean
}

/** Stands where a link would, and is as large as its row. Changes are heard by the list around it. */
export const ChoiceBox = ({ item, place, chosen, tabStop }: ChoiceBoxProps) => (
  <label className={styles.label}>
    <input
      type="checkbox"
      checked={chosen}
      readOnly
      aria-label={`${item.identifier} ${item.name}`}
      data-choice={item.id}
      data-place={place}
      tabIndex={tabStop ? 0 : -1}
      className={styles.box}
    />
  </label>
)

export const choiceHandlers = ({ onToggle }: Choice) => ({
  onChange({ target, nativeEvent }: ChangeEvent<HTMLElement>): void {
    const id = target.dataset.choice
    // React hears a click where a checkbox changes.
    if (id) onToggle(Number(id), nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey)
  },
  // With Shift the browser would select text instead.
  onMouseDown(event: MouseEvent): void {
    if (event.shiftKey) event.preventDefault()
  },
})
