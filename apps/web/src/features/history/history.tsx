import { useEffect, useState } from 'react'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { Block } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import type { ChangesProps } from './changes.tsx'
import styles from './history.module.css'

interface HistoryProps extends ChangesProps {
  /** Inside a form it is a line that opens, and asks the server once it does. */
  readonly folded?: boolean
  /** Folded, but open at first. */
  readonly open?: boolean
}

// Below the fold or collapsed, and it has to fetch before it renders.
const load = () => import('./changes.tsx')
const Changes = lazyWithFallback(
  async () => (await load()).Changes,
  <RowSkeletons label="Loading the history" rows={3} />,
)

export function History({ folded, open = false, ...props }: HistoryProps) {
  const [isOpen, setOpen] = useState(open)
  useEffect(() => void load().catch(() => undefined), [])
  if (!folded)
    return (
      <Block title="History">
        <Changes {...props} />
      </Block>
    )
  return (
    <details
      className={styles.folded}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>History</summary>
      {isOpen && <Changes {...props} />}
    </details>
  )
}
