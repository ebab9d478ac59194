import { Anchor, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  clocksDiffer,
  conditionNames,
  type Decision,
  decisionsFor,
  decisions as decisionWords,
  type FactKind,
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
  const { kind, factKind, itemId, identifier, name, condition, remark, photo, decision } = row
  return (
    <li className={styles.difference}>
      {deciding && (
        <Checkbox
          aria-label={`Choose ${identifier}`}
          checked={deciding.isTicked}
          onChange={deciding.onTick}
        />
      )}
      <div className={`breakable ${styles.what}`}>
        <span className={styles.kind} data-kind={kind}>
          {kind === 'late' && factKind ? lateKinds[factKind] : resultKinds[kind]}
        </span>{' '}
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
            <SmallButton
              key={one}
              disabled={deciding.isBusy}
              onClick={() => deciding.onDecide(one)}
            >
              {actionText(one)}
            </SmallButton>
          ))}
      </div>
    </li>
  )
}

/** An ellipsis announces the dialog. */
export const actionText = (decision: Decision): string =>
  decision === 'task' ? `${decisionWords.task.action}…` : decisionWords[decision].action

/** What a phone said in a late fact. */
const lateKinds: Record<FactKind, string> = {
  seen: resultKinds.seen,
  condition: resultKinds.condition,
  dismissed: decisionWords.dismissed.mark,
}

const timeOf = (at: string) => minuteOf(new Date(at))

function whereAndWhen(row: StocktakeResult): string[] {
  const { itemId, factKind, expected, seen, seenAt, receivedAt } = row
  const parts: string[] = []
  if (itemId !== null) parts.push(`Expected: ${expected || 'no place noted'}`)
  if (seenAt) {
    const where = factKind === 'dismissed' ? '' : `Seen: ${seen || 'no place'}, `
    parts.push(`${where}${timeOf(seenAt)} by ${scannedBy(row)}`)
    if (clocksDiffer(seenAt, receivedAt)) parts.push(`Received: ${timeOf(receivedAt)}`)
  }
  return parts
}
