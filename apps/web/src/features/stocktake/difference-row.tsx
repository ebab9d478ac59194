import { Anchor, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  clocksDiffer,
  conditionNames,
  type Decision,
  decisionsFor,
  decisions as decisionWords,
  minuteOf,
  resultKinds,
  type StocktakeResult,
  scannedBy,
} from '@vitrine/contract'
import { SmallButton } from '../../ui/forms/buttons.ts'
import styles from './stocktake-page.module.css'

interface DifferenceRowProps {
  readonly row: StocktakeResult
  /** For one that can be decided about. */
  readonly deciding?:
    | false
    | {
        readonly isTicked: boolean
        readonly isBusy: boolean
        readonly onTick: () => void
        readonly onDecide: (decision: Decision) => void
      }
}

export function DifferenceRow({ row, deciding }: DifferenceRowProps) {
  const { kind, itemId, identifier, name, condition, remark, photo, decision } = row
  return (
    <li className={styles.difference}>
      {deciding && (
        <Checkbox aria-label={`Choose ${identifier}`} checked={deciding.isTicked} onChange={deciding.onTick} />
      )}
      <div className={`breakable ${styles.what}`}>
        {kind !== 'late' && (
          <span className={styles.kind} data-kind={kind}>
            {resultKinds[kind]}
          </span>
        )}{' '}
        {itemId === null ? (
          <strong>{identifier}</strong>
        ) : (
          <Anchor component={Link} to={`/inventory-detail/${itemId}`}>
            <strong>{identifier}</strong> {name}
          </Anchor>
        )}
        <p className="hint">{whereAndWhen(row).join(' · ')}</p>
        {condition && (
          <p className={styles.said}>
            {conditionNames[condition]}
            {remark && `: ${remark}`}
            {photo && ' · A photo is among the item’s pictures'}
          </p>
        )}
      </div>
      <div className={`row ${styles.actions}`}>
        {decision && (
          <span className="quiet">
            {decisionWords[decision.decision].mark}, {decision.by}
          </span>
        )}
        {deciding &&
          decisionsFor[kind].map((one) => (
            <SmallButton key={one} disabled={deciding.isBusy} onClick={() => deciding.onDecide(one)}>
              {decisionWords[one].action}
            </SmallButton>
          ))}
      </div>
    </li>
  )
}

const timeOf = (at: string) => minuteOf(new Date(at))

const whereAndWhen = ({ itemId, expected, seen, seenAt, receivedAt, by, sentBy }: StocktakeResult): string[] => [
  ...(itemId === null ? [] : [`Expected: ${expected || 'no place noted'}`]),
  ...(seenAt ? [`Seen: ${seen || 'no place'}, ${timeOf(seenAt)} by ${scannedBy({ by, sentBy })}`] : []),
  ...(seenAt && clocksDiffer(seenAt, receivedAt) ? [`Received: ${timeOf(receivedAt)}`] : []),
]
