import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, type Ref, useState } from 'react'
import styles from './editable-in-place.module.css'

/** The ways out of an editor: back to the value, or gone elsewhere. */
export interface EditorExits {
  readonly onDone: () => void
  readonly onLeave: () => void
}

interface InPlaceProps {
  readonly label: string
  readonly text: string
  readonly editor: (ways: EditorExits) => ReactNode
  readonly isOpened?: boolean
  readonly children: ReactNode
}

export function EditableInPlace({ label, text, editor, isOpened, children }: InPlaceProps) {
  const { editing, pencil, stop, leave } = useEditToggle(isOpened)
  if (editing) return editor({ onDone: stop, onLeave: leave })
  return (
    <UnstyledButton
      aria-label={text ? `Edit ${label}: ${text}` : `Edit ${label}`}
      autoFocus={pencil.autoFocus}
      className={styles.button ?? ''}
      // A selection of its text is for copying, not for editing.
      onClick={({ currentTarget }) => hasSelection(currentTarget) || pencil.onClick()}
    >
      <span className={styles.value}>{children}</span>
    </UnstyledButton>
  )
}

function hasSelection(element: Element): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}

/** Whether something is edited. What leads there goes meanwhile, and has the focus again when it is back. */
export function useEditToggle(fromTheStart = false) {
  const [state, setState] = useState<'not yet' | 'now' | 'no longer'>(
    fromTheStart ? 'now' : 'not yet',
  )
  return {
    editing: state === 'now',
    pencil: { autoFocus: state === 'no longer', onClick: () => setState('now') },
    stop: () => setState('no longer'),
    leave: () => setState('not yet'),
  }
}

interface EditButtonProps {
  readonly ref?: Ref<HTMLButtonElement>
  readonly label: string
  readonly autoFocus: boolean
  readonly onClick: () => void
}

export function EditButton({ label, ...others }: EditButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" size="lg" aria-label={label} {...others}>
        <IconPencil size={20} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  )
}
