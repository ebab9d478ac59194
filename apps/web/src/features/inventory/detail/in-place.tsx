import { UnstyledButton } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import styles from './in-place.module.css'
import { type EditingState, useEditing } from './use-editing.ts'

/** The ways out of an editor: back to the value, or gone elsewhere. */
export interface EditorWays {
  readonly onDone: () => void
  readonly onLeave: () => void
}

interface InPlaceProps {
  readonly label: string
  /** The text shown, for screen readers. */
  readonly text: string
  readonly editor: (ways: EditorWays) => ReactNode
  /** What was just added is edited from the start, and has the focus once it is there. */
  readonly initially?: EditingState
  readonly onStop?: () => void
  readonly children: ReactNode
}

/** A value that a click or Enter turns into a field. */
export function InPlace({ label, text, editor, initially, onStop, children }: InPlaceProps) {
  const { editing, pencil, stop, leave } = useEditing(initially)
  const value = <span className={styles.value}>{children}</span>
  if (editing) {
    const then = (go: () => void) => () => {
      go()
      onStop?.()
    }
    return <Suspense fallback={value}>{editor({ onDone: then(stop), onLeave: then(leave) })}</Suspense>
  }
  return (
    <UnstyledButton
      aria-label={text ? `Edit ${label}: ${text}` : `Edit ${label}`}
      autoFocus={pencil.autoFocus}
      className={styles.button ?? ''}
      // Somebody who marks a part of the text wants to copy it.
      onClick={({ currentTarget }) => hasSelection(currentTarget) || pencil.onClick()}
    >
      {value}
    </UnstyledButton>
  )
}

function hasSelection(element: Element): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}
