import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import {
  type Decision,
  decisionsFor,
  decisions as decisionWords,
  type StocktakeResult,
} from '@vitrine/contract'
import { useState } from 'react'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { toggleInList } from '../../ui/forms/fields.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { actionText, DifferenceRow } from './difference-row.tsx'
import styles from './stocktake-page.module.css'

interface DecidableRowsProps {
  readonly rows: readonly StocktakeResult[]
  /** What the rows without a decision are called: 'undecided'. */
  readonly open: string
  readonly isBusy: boolean
  readonly ticked: readonly string[]
  readonly onTick: (keys: readonly string[]) => void
  readonly onDecide: (keys: readonly string[], decision: Decision) => void
}

const shownAtOnce = 200

/** Rows of a result with what can be decided about them: one at a time, or many at once. */
export function DecidableRows({
  rows,
  open,
  isBusy,
  ticked,
  onTick,
  onDecide,
}: DecidableRowsProps) {
  const [max, setMax] = useState(shownAtOnce)
  const openRows = rows.filter(({ decision }) => !decision)
  const chosen = openRows.filter(({ key }) => ticked.includes(key))
  const areAllChosen = chosen.length === openRows.length
  const choices = (Object.keys(decisionWords) as Decision[])
    .map((decision) => ({ decision, keys: keysFor(chosen, decision) }))
    .filter(({ keys }) => keys.length > 0)
  return (
    <>
      {openRows.length > 0 && (
        <div className={`row ${styles.choice}`}>
          <Checkbox
            label={`All ${formatNumber(openRows.length)} ${open}`}
            checked={areAllChosen}
            indeterminate={chosen.length > 0 && !areAllChosen}
            onChange={() => onTick(areAllChosen ? [] : openRows.map(({ key }) => key))}
          />
          {choices.map(({ decision, keys }) => (
            <SecondaryButton
              key={decision}
              loading={isBusy}
              onClick={() => onDecide(keys, decision)}
            >
              {actionText(decision)} ({formatNumber(keys.length)})
            </SecondaryButton>
          ))}
        </div>
      )}
      <ul className="plain-list">
        {rows.slice(0, max).map((row) => (
          <DifferenceRow
            key={row.key}
            row={row}
            deciding={
              !row.decision && {
                isTicked: ticked.includes(row.key),
                isBusy,
                onTick: () => onTick(toggleInList(ticked, row.key)),
                onDecide: (decision) => onDecide([row.key], decision),
              }
            }
          />
        ))}
      </ul>
      {rows.length > max && (
        <SecondaryButton onClick={() => setMax(max + shownAtOnce)}>
          Show more ({formatNumber(rows.length - max)})
        </SecondaryButton>
      )}
    </>
  )
}

const keysFor = (rows: readonly StocktakeResult[], decision: Decision): string[] =>
  rows.filter(({ kind }) => decisionsFor[kind].includes(decision)).map(({ key }) => key)
