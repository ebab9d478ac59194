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
import { DifferenceRow, decisionLabel } from './difference-row.tsx'
import styles from './stocktake-page.module.css'

interface DecidableRowsProps {
  readonly rows: readonly StocktakeResult[]
  /** The label of rows without a decision, such as 'undecided'. */
  readonly openLabel: string
  readonly isBusy: boolean
  readonly ticked: readonly string[]
  readonly onTick: (keys: readonly string[]) => void
  readonly onDecide: (keys: readonly string[], decision: Decision) => void
}

const pageSize = 200

/** Rows of a stocktake's result with buttons that decide a single row or all ticked ones. */
export function DecidableRows({
  rows,
  openLabel,
  isBusy,
  ticked,
  onTick,
  onDecide,
}: DecidableRowsProps) {
  const [shownCount, setShownCount] = useState(pageSize)
  const openRows = rows.filter(({ decision }) => !decision)
  const tickedRows = openRows.filter(({ key }) => ticked.includes(key))
  const areAllTicked = tickedRows.length === openRows.length

  const choices = (Object.keys(decisionWords) as Decision[])
    .map((decision) => ({ decision, keys: decidableKeys(tickedRows, decision) }))
    .filter(({ keys }) => keys.length > 0)

  return (
    <>
      {openRows.length > 0 && (
        <div className={`row ${styles.choice}`}>
          <Checkbox
            label={`All ${formatNumber(openRows.length)} ${openLabel}`}
            checked={areAllTicked}
            indeterminate={tickedRows.length > 0 && !areAllTicked}
            onChange={() => onTick(areAllTicked ? [] : openRows.map(({ key }) => key))}
          />
          {choices.map(({ decision, keys }) => (
            <SecondaryButton
              key={decision}
              loading={isBusy}
              onClick={() => onDecide(keys, decision)}
            >
              {decisionLabel(decision)} ({formatNumber(keys.length)})
            </SecondaryButton>
          ))}
        </div>
      )}
      <ul className="plain-list">
        {rows.slice(0, shownCount).map((row) => (
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
      {rows.length > shownCount && (
        <SecondaryButton onClick={() => setShownCount(shownCount + pageSize)}>
          Show more ({formatNumber(rows.length - shownCount)})
        </SecondaryButton>
      )}
    </>
  )
}

const decidableKeys = (rows: readonly StocktakeResult[], decision: Decision): string[] =>
  rows.filter(({ kind }) => decisionsFor[kind].includes(decision)).map(({ key }) => key)
