import { type ReactNode, useId } from 'react'
import type { ConflictSide, FieldDifference, UnresolvedConflict } from '../forms/edit-conflicts.ts'
import { ChangeText } from '../text/change-text.tsx'
import { formatDateTime } from '../text/format.ts'
import styles from './conflicts.module.css'

interface ConflictPanelProps {
  /** The record that was edited, such as 'this item' or 'the events'. */
  readonly what: string
  readonly changedBy: string
  readonly changedAt: string
  readonly children: ReactNode
  /** Whether to scroll to the panel and focus it when it appears. */
  readonly scrollsIntoView?: boolean
}

function scrollToPanel(panel: HTMLDivElement | null): void {
  panel?.scrollIntoView({ block: 'start' })
  panel?.focus({ preventScroll: true })
}

/** Explains that a save was rejected because a colleague saved first; children offer the choices. */
export const ConflictPanel = ({
  what,
  changedBy,
  changedAt,
  children,
  scrollsIntoView = false,
}: ConflictPanelProps) => (
  // The key mounts a new panel for each conflict, so that it scrolls into view again.
  <div
    key={changedAt}
    ref={scrollsIntoView ? scrollToPanel : null}
    tabIndex={-1}
    role="alert"
    className={`stack ${styles.panel}`}
  >
    <p className={styles.intro}>
      <strong>
        {changedBy || 'Someone'} saved {what}
      </strong>
      {changedAt && ` on ${formatDateTime(changedAt)}`}, while you were editing. Nothing is lost:
      choose what to keep, then save again.
    </p>
    {children}
  </div>
)

export interface FieldConflictsProps {
  /** The noun in 'saved this …', such as 'item'. */
  readonly what: string
  readonly conflict: UnresolvedConflict
  readonly getLabel: (field: string) => string
  /** For fields whose stored value is not the displayed text. */
  readonly formatValue?: (field: string, value: string) => string
  readonly onChoose: (difference: FieldDifference, side: ConflictSide) => void
}

/** Both versions of each field. The chosen one fills the form below, where it can be edited. */
export function FieldConflicts(props: FieldConflictsProps) {
  const { what, conflict, getLabel, formatValue = (_, value) => value, onChoose } = props
  const { changedBy, changedAt, differences, chosen } = conflict
  return (
    // The save button is below the form: on a phone the panel would be out of sight.
    <ConflictPanel
      what={`this ${what}`}
      changedBy={changedBy}
      changedAt={changedAt}
      scrollsIntoView
    >
      {differences.map((difference) => (
        <SideChooser
          key={difference.field}
          label={getLabel(difference.field)}
          author={changedBy || 'Someone'}
          difference={difference}
          formatValue={(value) => formatValue(difference.field, value)}
          chosen={chosen[difference.field] ?? difference.proposed}
          onChoose={(side) => onChoose(difference, side)}
        />
      ))}
    </ConflictPanel>
  )
}

/** Texts with more characters are not shown in full, only their differences. */
const maxFullTextLength = 160

interface SideChooserProps {
  readonly label: string
  readonly author: string
  readonly difference: FieldDifference
  readonly formatValue: (value: string) => string
  readonly chosen: ConflictSide
  readonly onChoose: (side: ConflictSide) => void
}

function SideChooser(props: SideChooserProps) {
  const { label, author, difference, formatValue, chosen, onChoose } = props
  const name = useId()
  const sides = [
    ['mine', 'Yours'],
    ['theirs', `By ${author}`],
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
              <VersionText
                before={formatValue(difference.before)}
                text={formatValue(difference[side])}
              />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface VersionTextProps {
  readonly before: string
  readonly text: string
}

/** Shows a short text in full, and of a long one only what its author changed. */
function VersionText({ before, text }: VersionTextProps) {
  if (text === '') return <em>empty</em>
  if (text.length <= maxFullTextLength) return text
  return text === before ? <em>unchanged</em> : <ChangeText before={before} after={text} />
}
