import { Button } from '@mantine/core'
import { numberText } from '../../../ui/lists/count-text.ts'
import styles from './choice-actions.module.css'

interface ChoiceActionsProps {
  readonly count: number
  readonly onChooseFound: () => void
  readonly onChooseNone: () => void
}

/** Beside the filter, while items are picked out. */
export const ChoiceActions = ({ count, onChooseFound, onChooseNone }: ChoiceActionsProps) => (
  <div className={styles.actions}>
    <span role="status" className={styles.count}>
      {numberText(count)} chosen
    </span>
    <Button variant="subtle" size="compact-md" onClick={onChooseFound}>
      All shown
    </Button>
    <Button variant="subtle" size="compact-md" disabled={count === 0} onClick={onChooseNone}>
      None
    </Button>
  </div>
)
