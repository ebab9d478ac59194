import { useState } from 'react'
import { Block } from '../../ui/layout/block.tsx'
import { Changes, type ChangesProps } from './changes.tsx'
import styles from './history.module.css'

interface HistoryProps extends ChangesProps {
  /** Inside a form it is a line that opens, and asks the server once it does. */
  readonly folded?: boolean
  /** Folded, but open at first. */
  readonly open?: boolean
}

export function History({ folded, open = false, ...props }: HistoryProps) {
  const [isOpen, setOpen] = useState(open)
  if (!folded)
    return (
      <Block title="History">
        <Changes {...props} />
      </Block>
    )
  return (
    <details className={styles.folded} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>History</summary>
      {isOpen && <Changes {...props} />}
    </details>
  )
}
