import { Button } from '@mantine/core'
import type { EventConflict } from '@vitrine/contract'
import { ConflictPanel } from '../../ui/feedback/conflicts.tsx'
import styles from './events-editor.module.css'

interface EventsConflictProps {
  readonly conflict: EventConflict
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Two people edited the events: choose a version. Until then, the form does not change. */
export const EventsConflict = ({ conflict, onKeepMine, onTakeTheirs }: EventsConflictProps) => (
  <ConflictPanel what="the events" changedBy={conflict.changedBy} changedAt={conflict.changedAt}>
    <div className={styles.choices}>
      <Button size="compact-md" onClick={onKeepMine}>
        Keep mine
      </Button>
      <Button size="compact-md" variant="default" onClick={onTakeTheirs}>
        Load theirs
      </Button>
    </div>
    <p className={styles.hint}>
      ‘Keep mine’ keeps the events you changed and updates the others. ‘Load theirs’ discards what
      you typed.
    </p>
  </ConflictPanel>
)
