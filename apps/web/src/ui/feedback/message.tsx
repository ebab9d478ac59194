import type { ReactNode } from 'react'
import styles from './message.module.css'

interface MessageProps {
  readonly children: ReactNode
}

/** What went wrong, beside the thing that caused it; read out at once. */
export function ErrorMessage({ children }: MessageProps) {
  return (
    <div role="alert" className={`${styles.message} ${styles.error}`}>
      {children}
    </div>
  )
}

/** What worked; read out when there is a pause. */
export function SuccessMessage({ children }: MessageProps) {
  return (
    <div role="status" className={`${styles.message} ${styles.success}`}>
      {children}
    </div>
  )
}
