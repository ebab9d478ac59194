import { useEffect, useState } from 'react'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { Block } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import type { ChangeListProps } from './change-list.tsx'
import styles from './history.module.css'

interface HistoryProps extends ChangeListProps {
  /** Collapsed, as inside forms: fetches the changes only when opened. */
  readonly folded?: boolean
  /** Initially open, although it can be collapsed. */
  readonly open?: boolean
}

// Loaded separately, because it is below the fold or collapsed, and has to fetch data anyway.
const importChanges = () => import('./change-list.tsx')
const ChangeList = lazyWithFallback(
  async () => (await importChanges()).ChangeList,
  <RowSkeletons label="Loading the history" rows={3} />,
)

export function History({ folded, open = false, ...props }: HistoryProps) {
  const [isOpen, setOpen] = useState(open)
  useEffect(() => void importChanges().catch(() => undefined), [])

  if (!folded)
    return (
      <Block title="History">
        <ChangeList {...props} />
      </Block>
    )

  return (
    <details
      className={styles.folded}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>History</summary>
      {isOpen && <ChangeList {...props} />}
    </details>
  )
}
