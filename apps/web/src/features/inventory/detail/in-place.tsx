import { UnstyledButton } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import styles from './in-place.module.css'
import { useEditing } from './use-editing.ts'

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
  /** Whether it is edited from the start. */
  readonly isOpened?: boolean
  readonly children: ReactNode
}

/** A value that a click or Enter turns into a field. */
export function InPlace({ label, text, editor, isOpened, children }: InPlaceProps) {
  const { editing, pencil, stop, leave } = useEditing(isOpened)
  const value = <span className={styles.value}>{children}</span>
  if (editing) return <Suspense fallback={value}>{editor({ onDone: stop, onLeave: leave })}</Suspense>
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
