import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, type Ref, useState } from 'react'
import styles from './editable-in-place.module.css'

/** Callbacks of an editor: `onDone` returns the focus to the value, `onLeave` does not. */
export interface EditorCallbacks {
  readonly onDone: () => void
  readonly onLeave: () => void
}

interface EditableInPlaceProps {
  readonly label: string
  readonly text: string
  readonly editor: (callbacks: EditorCallbacks) => ReactNode
  readonly isOpened?: boolean
  readonly children: ReactNode
}

/** A value that turns into an editor when it is clicked. */
export function EditableInPlace(props: EditableInPlaceProps) {
  const { label, text, editor, isOpened, children } = props
  const { isEditing, editButtonProps, stop, leave } = useEditToggle(isOpened)
  if (isEditing) return editor({ onDone: stop, onLeave: leave })

  const openUnlessSelecting = ({ currentTarget }: MouseEvent) => {
    if (!containsSelection(currentTarget)) editButtonProps.onClick()
  }

  return (
    <UnstyledButton
      aria-label={text ? `Edit ${label}: ${text}` : `Edit ${label}`}
      autoFocus={editButtonProps.autoFocus}
      className={styles.button ?? ''}
      // Selecting the text, to copy it, must not open the editor.
      onClick={openUnlessSelecting}
    >
      <span className={styles.value}>{children}</span>
    </UnstyledButton>
  )
}

function containsSelection(element: Element): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}

/** Hides the edit button while editing. `stop` then returns the focus to it, `leave` does not. */
export function useEditToggle(isInitiallyOpen = false) {
  const [state, setState] = useState<'closed' | 'open' | 'done'>(
    isInitiallyOpen ? 'open' : 'closed',
  )

  return {
    isEditing: state === 'open',
    editButtonProps: { autoFocus: state === 'done', onClick: () => setState('open') },
    stop: () => setState('done'),
    leave: () => setState('closed'),
  }
}

interface EditButtonProps {
  readonly ref?: Ref<HTMLButtonElement>
  readonly label: string
  readonly autoFocus: boolean
  readonly onClick: () => void
}

export function EditButton({ label, ...buttonProps }: EditButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" size="lg" aria-label={label} {...buttonProps}>
        <IconPencil size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
