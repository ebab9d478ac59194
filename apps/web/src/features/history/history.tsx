import { useState } from 'react'
import { Block } from '../../ui/layout/block.tsx'
import { Changes, type ChangesProps } from './changes.tsx'
import styles from './history.module.css'

/** The history as a part of a page. */
export const HistoryBlock = (props: ChangesProps) => (
  <Block title="History">
    <Changes {...props} />
  </Block>
)

/** The history inside a form: a line that opens, and asks the server once it does. */
export function FoldedHistory(props: ChangesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>History</summary>
      {isOpen && <Changes {...props} />}
    </details>
  )
}
