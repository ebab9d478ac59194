import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { ApiError, serverMessage } from '../../client/api-error.ts'
import { SmallButton } from '../forms/buttons.ts'
import { restoreFocus } from '../forms/use-keep-focus.ts'
import styles from './undo-toast.module.css'

const undoMs = 10_000
/** A toast that replaces another starts its time anew only if its time is another. */
let extraMs = 0

interface Undoable {
  readonly id: string
  readonly message: ReactNode
  readonly undo: () => Promise<unknown>
  /** Shown with the server's reason when the undo fails. */
  readonly failure?: string
}

/** The undo of each open toast, the newest last. */
const open = new Map<string, () => void>()

const hasOwnUndo = 'textarea, [contenteditable], input:not([type=checkbox], [type=radio])'

function onKeyDown(event: KeyboardEvent): void {
  const undo = [...open.values()].at(-1)
  const isUndo =
    (event.ctrlKey || event.metaKey) &&
    !event.shiftKey &&
    !event.altKey &&
    event.key.toLowerCase() === 'z'
  if (!undo || !isUndo || (event.target instanceof Element && event.target.closest(hasOwnUndo)))
    return
  event.preventDefault()
  undo()
}

/** Says what was done and offers to undo it for ten seconds, by a button and by Ctrl+Z or Cmd+Z. */
export function offerUndo(offer: Undoable): void {
  const { id, message, undo, failure = 'This could not be undone.' } = offer
  let before: Element | null = null
  const takeBack = async () => {
    notifications.hide(id)
    try {
      await undo()
    } catch (error) {
      const isUnanswered = error instanceof ApiError && (error.status === 0 || error.status >= 500)
      // Its message says to try again.
      if (isUnanswered) offerUndo({ ...offer, message: `${failure} ${serverMessage(error)}` })
      else showFailure(failure, error)
    }
    // It goes with the toast.
    if (document.activeElement === document.body) restoreFocus(before)
  }
  notifications.hide(id)
  extraMs = 1 - extraMs
  notifications.show({
    id,
    autoClose: undoMs + extraMs,
    onClose: () => open.delete(id),
    message: (
      <div className={`flex-middle ${styles.toast}`}>
        <span>{message}</span>
        <SmallButton
          onFocus={({ relatedTarget }) => {
            before = relatedTarget
          }}
          onClick={takeBack}
        >
          Undo
        </SmallButton>
      </div>
    ),
  })
  open.set(id, () => void takeBack())
  document.addEventListener('keydown', onKeyDown)
}

/** Says what did not work, with the server's reason. */
export const showFailure = (what: string, error: unknown): void => {
  notifications.show({ color: 'red', message: `${what} ${serverMessage(error)}` })
}
