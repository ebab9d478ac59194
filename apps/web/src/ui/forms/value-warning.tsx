import { Button } from '@mantine/core'
import type { ValueWarning } from '@vitrine/contract'
import styles from './value-warning.module.css'

/** A pause in typing, after which a value is taken as complete. */
export const warningDelayMs = 600

interface ValueWarningTextProps {
  readonly warning: ValueWarning
  /** Called with the proposal when its button is pressed. */
  readonly onWrite?: (proposal: string) => void
}

/** What may be wrong with a typed value, with a button for what was probably meant. */
export const ValueWarningText = ({ warning, onWrite }: ValueWarningTextProps) => (
  <span className={styles.warning}>
    {warning.message}
    {onWrite && warning.proposal !== undefined && (
      <ProposalButton proposal={warning.proposal} onWrite={onWrite} />
    )}
  </span>
)

interface ProposalButtonProps {
  readonly proposal: string
  readonly onWrite: (proposal: string) => void
}

export const ProposalButton = ({ proposal, onWrite }: ProposalButtonProps) => (
  <Button variant="default" size="compact-sm" onClick={() => onWrite(proposal)}>
    Write {proposal}
  </Button>
)
