import { useId } from 'react'
import { mediumDateTime } from '../../../ui/dates.ts'
import styles from './conflict-panel.module.css'
import type { Difference, Side } from './merge-edits.ts'
import type { Conflict } from './use-item-edit.ts'

interface ConflictPanelProps {
  readonly conflict: Conflict
  readonly labelOf: (field: string) => string
  readonly onChoose: (difference: Difference, side: Side) => void
}

/** Both versions, field by field. What is chosen stands in the form below, where it can still be edited. */
export function ConflictPanel({ conflict, labelOf, onChoose }: ConflictPanelProps) {
  const who = conflict.by || 'Somebody'
  return (
    <div role="alert" className={styles.panel}>
      <p className={styles.intro}>
        <strong>{who} saved this item</strong> on {mediumDateTime(conflict.at)}, while you were editing it. Nothing is
        lost: choose what to keep, then save again.
      </p>
      {conflict.differences.map((difference) => (
        <Choice
          key={difference.field}
          label={labelOf(difference.field)}
          who={who}
          difference={difference}
          chosen={conflict.chosen[difference.field] ?? difference.proposed}
          onChoose={(side) => onChoose(difference, side)}
        />
      ))}
    </div>
  )
}

/** A text of this length may be higher than its box. */
const mayScroll = 200

interface ChoiceProps {
  readonly label: string
  readonly who: string
  readonly difference: Difference
  readonly chosen: Side
  readonly onChoose: (side: Side) => void
}

function Choice({ label, who, difference, chosen, onChoose }: ChoiceProps) {
  const name = useId()
  const sides = [
    ['mine', 'Yours'],
    ['theirs', `By ${who}`],
  ] as const
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.sides}>
        {sides.map(([side, title]) => (
          <label key={side} className={styles.side} data-chosen={side === chosen || undefined}>
            <span className={styles.who}>
              <input type="radio" name={name} checked={side === chosen} onChange={() => onChoose(side)} />
              {title}
            </span>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
            <span className={styles.text} tabIndex={difference[side].length > mayScroll ? 0 : undefined}>
              {difference[side] || <em>empty</em>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
