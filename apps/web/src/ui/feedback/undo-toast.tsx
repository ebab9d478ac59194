import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './undo-toast.module.css'

interface UndoToastProps {
  readonly children: ReactNode
  readonly onUndo: () => void
}

/** The message of a toast about something that can be taken back while it is shown. */
export function UndoToast({ children, onUndo }: UndoToastProps) {
  return (
    <div className={styles.toast}>
      <span>{children}</span>
      <Button variant="default" size="compact-sm" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}
