import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { ApiError, getServerMessage } from '../../client/api-error.ts'
import { SmallButton } from '../forms/buttons.ts'
import { restoreFocus } from '../forms/use-keep-focus.ts'
import styles from './undo-toast.module.css'

const undoMs = 10_000
/**
 * Alternates between 0 and 1, because a toast that replaces another restarts its timer only if its
 * duration differs.
 */
let extraMs = 0

interface UndoOffer {
  readonly id: string
  readonly message: ReactNode
  readonly undo: () => Promise<unknown>
  /** Shown with the server's reason when the undo fails. */
  readonly failure?: string
}

/** The undo function of each open toast by its id, newest last. */
const undoByToastId = new Map<string, () => void>()

/** Elements in which Ctrl+Z undoes typing. */
const textInputs = 'textarea, [contenteditable], input:not([type=checkbox], [type=radio])'

function onKeyDown(event: KeyboardEvent): void {
  const undoNewest = [...undoByToastId.values()].at(-1)
  const isTyping = event.target instanceof Element && event.target.closest(textInputs) !== null
  if (!undoNewest || isTyping || !isUndoShortcut(event)) return

  event.preventDefault()
  undoNewest()
}

const isUndoShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey

/** Shows what was done and offers to undo it for ten seconds, by a button or Ctrl+Z (Cmd+Z). */
export function offerUndo(offer: UndoOffer): void {
  const { id, message, undo, failure = 'This could not be undone.' } = offer
  let focusedBefore: Element | null = null

  const runUndo = async () => {
    notifications.hide(id)

    try {
      await undo()
    } catch (error) {
      const isUnanswered = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      // The server's message asks to try again, so the undo is offered again.
      if (isUnanswered) offerUndo({ ...offer, message: `${failure} ${getServerMessage(error)}` })
      else showFailure(failure, error)
    }

    // The focused button disappears with the toast.
    if (document.activeElement === document.body) restoreFocus(focusedBefore)
  }

  notifications.hide(id)
  extraMs = 1 - extraMs
  notifications.show({
    id,
    autoClose: undoMs + extraMs,
    onClose: () => undoByToastId.delete(id),
    message: (
      <div className={`flex-middle ${styles.toast}`}>
        <span>{message}</span>
        <SmallButton
          onFocus={({ relatedTarget }) => {
            focusedBefore = relatedTarget
          }}
          onClick={runUndo}
        >
          Undo
        </SmallButton>
      </div>
    ),
  })
  undoByToastId.set(id, () => void runUndo())
  document.addEventListener('keydown', onKeyDown)
}

/** Shows what failed, with the server's reason. */
export const showFailure = (what: string, error: unknown): void => {
  notifications.show({ color: 'red', message: `${what} ${getServerMessage(error)}` })
}
