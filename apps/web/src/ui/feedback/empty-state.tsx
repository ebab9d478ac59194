import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  readonly children: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ children, action }: EmptyStateProps) {
  return (
    <div className={`flex-middle ${styles.empty}`}>
      <p className={styles.sentence}>{children}</p>
      {action}
    </div>
  )
}
