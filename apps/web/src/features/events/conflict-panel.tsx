import { Button } from '@mantine/core'
import type { EventConflict } from '@vitrine/contract'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { mediumDateTime } from '../../ui/text/dates.ts'
import styles from './conflict-panel.module.css'

interface ConflictPanelProps {
  readonly conflict: EventConflict
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Two people edited the events: choose a version. Until then, the form does not change. */
export function ConflictPanel({ conflict, onKeepMine, onTakeTheirs }: ConflictPanelProps) {
  const { changedBy, changedAt } = conflict
  return (
    <ErrorMessage>
      <div className={styles.panel}>
        <p className={styles.text}>
          <strong>{changedBy || 'Somebody'} saved the events</strong>
          {changedAt && ` on ${mediumDateTime(changedAt)}`}, while you were editing them. Nothing you typed is lost, but
          it is not saved yet.
        </p>
        <div className={styles.buttons}>
          <Button size="compact-md" onClick={onKeepMine}>
            Keep mine
          </Button>
          <Button size="compact-md" variant="default" onClick={onTakeTheirs}>
            Load theirs
          </Button>
        </div>
        <p className={styles.hint}>
          ‘Keep mine’ keeps the events you changed and updates the others; then save again. ‘Load theirs’ discards what
          you typed.
        </p>
      </div>
    </ErrorMessage>
  )
}
