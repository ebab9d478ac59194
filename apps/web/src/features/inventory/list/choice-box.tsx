import type { ItemListEntry } from '@vitrine/contract'
import type { ChangeEvent, MouseEvent } from 'react'
import styles from './choice-box.module.css'
import type { Choice } from './use-choice.ts'

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

/** One handler for all boxes inside an element. */
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
