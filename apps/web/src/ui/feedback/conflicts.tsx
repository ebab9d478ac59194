import { type ReactNode, useId } from 'react'
import type { ConflictSide, FieldDifference, UnresolvedConflict } from '../forms/edit-conflicts.ts'
import { ChangeText } from '../text/change-text.tsx'
import { formatDateTime } from '../text/format.ts'
import styles from './conflicts.module.css'

interface ConflictPanelProps {
  /** What was edited, as in 'this item' or 'the events'. */
  readonly what: string
  readonly by: string
  readonly at: string
  readonly children: ReactNode
  readonly scrollTo?: boolean
}

function toTop(panel: HTMLDivElement | null): void {
  panel?.scrollIntoView({ block: 'start' })
  panel?.focus({ preventScroll: true })
}

/** A save was rejected because a colleague saved first: their name, and the ways to go on. */
export const ConflictPanel = ({ what, by, at, children, scrollTo = false }: ConflictPanelProps) => (
  // Another conflict is another panel, which scrolls into view again.
  <div
    key={at}
    ref={scrollTo ? toTop : null}
    tabIndex={-1}
    role="alert"
    className={`stack ${styles.panel}`}
  >
    <p className={styles.intro}>
      <strong>
        {by || 'Somebody'} saved {what}
      </strong>
      {at && ` on ${formatDateTime(at)}`}, while you were editing. Nothing is lost: choose what to
      keep, then save again.
    </p>
    {children}
  </div>
)

export interface FieldConflictsProps {
  /** What was edited, as in 'this item'. */
  readonly what: string
  readonly conflict: UnresolvedConflict
  readonly getLabel: (field: string) => string
  /** For fields whose value is not the text that people read. */
  readonly formatValue?: (field: string, value: string) => string
  readonly onChoose: (difference: FieldDifference, side: ConflictSide) => void
}

/** Both versions, field by field. The chosen one goes into the form below, where it can still be edited. */
export function FieldConflicts(props: FieldConflictsProps) {
  const { what, conflict, getLabel, formatValue = (_, value) => value, onChoose } = props
  const { by, at, differences, chosen } = conflict
  return (
    // The button that led here is below, on a phone far below.
    <ConflictPanel what={`this ${what}`} by={by} at={at} scrollTo>
      {differences.map((difference) => (
        <Choice
          key={difference.field}
          label={getLabel(difference.field)}
          who={by || 'Somebody'}
          difference={difference}
          formatValue={(value) => formatValue(difference.field, value)}
          chosen={chosen[difference.field] ?? difference.proposed}
          onChoose={(side) => onChoose(difference, side)}
        />
      ))}
    </ConflictPanel>
  )
}

const shortEnough = 160

interface ChoiceProps {
  readonly label: string
  readonly who: string
  readonly difference: FieldDifference
  readonly formatValue: (value: string) => string
  readonly chosen: ConflictSide
  readonly onChoose: (side: ConflictSide) => void
}

function Choice({ label, who, difference, formatValue, chosen, onChoose }: ChoiceProps) {
  const name = useId()
  const sides = [
    ['mine', 'Yours'],
    ['theirs', `By ${who}`],
  ] as const
  return (
    <fieldset>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.sides}>
        {sides.map(([side, title]) => (
          <label
            key={side}
            className={`frame ${styles.side}`}
            data-chosen={side === chosen || undefined}
          >
            <span className={`quiet flex-middle ${styles.who}`}>
              <input
                type="radio"
                name={name}
                checked={side === chosen}
                onChange={() => onChoose(side)}
              />
              {title}
            </span>
            <span className={styles.text}>
              <Version was={formatValue(difference.was)} text={formatValue(difference[side])} />
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
