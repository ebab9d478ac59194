import { Anchor, Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  clocksDiffer,
  conditionNames,
  type Decision,
  decisionsFor,
  decisions as decisionWords,
  type FactKind,
  formatScanner,
  resultKinds,
  type StocktakeResult,
} from '@vitrine/contract'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import styles from './stocktake-page.module.css'

interface DifferenceRowProps {
  readonly row: StocktakeResult
  /** State and handlers of a row that can still be decided; false for other rows. */
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
      <div className={`breakable ${styles.description}`}>
        <span className={styles.kind} data-kind={kind}>
          {kind === 'late' && factKind ? lateKindLabels[factKind] : resultKinds[kind]}
        </span>{' '}
        {itemId === null ? (
          <strong>{identifier}</strong>
        ) : (
          <Anchor component={Link} to={`/inventory-detail/${itemId}`}>
            <strong>{identifier}</strong> {name}
          </Anchor>
        )}
        <p className="hint">{formatSighting(row).join(' · ')}</p>
        {condition && (
          <p className={styles.conditionText}>
            {conditionNames[condition]}
            {remark && `: ${remark}`}
            {photo && ' · With a photo'}
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
          decisionsFor[kind].map((option) => (
            <SmallButton
              key={option}
              disabled={deciding.isBusy}
              onClick={() => deciding.onDecide(option)}
            >
              {decisionLabel(option)}
            </SmallButton>
          ))}
      </div>
    </li>
  )
}

/** The label of a decision's button; an ellipsis announces a dialog. */
export const decisionLabel = (decision: Decision): string =>
  decision === 'task' ? `${decisionWords.task.action}…` : decisionWords[decision].action

/** Labels for the kind of a late fact. */
const lateKindLabels: Record<FactKind, string> = {
  seen: resultKinds.seen,
  condition: resultKinds.condition,
  dismissed: decisionWords.dismissed.mark,
}

function formatSighting(row: StocktakeResult): string[] {
  const { itemId, factKind, expected, seen, seenAt, receivedAt } = row
  const parts: string[] = []
  if (itemId !== null) parts.push(`Expected: ${expected || 'no place noted'}`)

  if (seenAt) {
    const where = factKind === 'dismissed' ? '' : `Seen: ${seen || 'no place'}, `
    parts.push(`${where}${formatDateTime(seenAt)} by ${formatScanner(row)}`)
    if (clocksDiffer(seenAt, receivedAt)) parts.push(`Received: ${formatDateTime(receivedAt)}`)
  }

  return parts
}
