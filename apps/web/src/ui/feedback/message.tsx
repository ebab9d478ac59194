import type { ReactNode } from 'react'
import styles from './message.module.css'

interface MessageProps {
  readonly children: ReactNode
}

/** An error, shown beside its cause; screen readers read it out at once. */
export function ErrorMessage({ children }: MessageProps) {
  return (
    <div role="alert" className={`${styles.message} ${styles.error}`}>
      {children}
    </div>
  )
}

/** A success; screen readers read it out when they next pause. */
export function SuccessMessage({ children }: MessageProps) {
  return (
    <div role="status" className={`${styles.message} ${styles.success}`}>
      {children}
    </div>
  )
}
