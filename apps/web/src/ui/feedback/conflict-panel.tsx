import { useEffect, useId, useRef } from 'react'
import type { Difference, Side } from '../forms/merge-edits.ts'
import type { Conflict } from '../forms/use-edit.ts'
import { ChangeText } from '../text/change-text.tsx'
import { mediumDateTime } from '../text/dates.ts'
import styles from './conflict-panel.module.css'

export interface ConflictPanelProps {
  /** What was edited, as in 'this item'. */
  readonly what: string
  readonly conflict: Conflict
  readonly labelOf: (field: string) => string
  readonly onChoose: (difference: Difference, side: Side) => void
}

/** Both versions, field by field. What is chosen stands in the form below, where it can still be edited. */
export function ConflictPanel({ what, conflict, labelOf, onChoose }: ConflictPanelProps) {
  const who = conflict.by || 'Somebody'
  const panel = useRef<HTMLDivElement>(null)
  // The button that led here stands below, on a phone far below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conflict is news again
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'start' })
  }, [conflict.differences])
  return (
    <div ref={panel} role="alert" className={styles.panel}>
      <p className={styles.intro}>
        <strong>
          {who} saved this {what}
        </strong>{' '}
        on {mediumDateTime(conflict.at)}, while you were editing it. Nothing is lost: choose what to keep, then save
        again.
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

const shortEnough = 160

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
            <span className={styles.text}>
              <Version was={difference.was} text={difference[side]} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A short text whole; of a long one what its author changed. */
function Version({ was, text }: { readonly was: string; readonly text: string }) {
  if (text === '') return <em>empty</em>
  if (text.length <= shortEnough) return text
  return text === was ? <em>as it was</em> : <ChangeText before={was} after={text} />
}
