import { modals } from '@mantine/modals'
import { overlaysMounted } from '../feedback/overlays-mounted.ts'

interface Question {
  readonly title: string
  readonly message: string
}

let state: 'none' | 'open' | 'answered' = 'none'

const isThere = (selector: string): boolean => document.querySelector(selector) !== null

/** Whether a question or the palette covers a dialog: the Escape meant for it must not close that one as well. */
export const isCovered = (): boolean =>
  state === 'answered' ||
  // It may have gone with the whole shell.
  (state === 'open' && isThere('[data-answer]')) ||
  isThere('[data-palette] .mantine-Modal-content')

/** The confirm dialog. Only Ok means yes: Cancel, the cross and Escape all mean no. */
export async function askToConfirm({ title, message }: Question): Promise<boolean> {
  if (!(await overlaysMounted.promise)) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (yes: boolean) => {
    resolve(yes)
    state = 'answered'
    // Deferred: other handlers have yet to receive the same key event.
    setTimeout(() => {
      if (state === 'answered') state = 'none'
    })
  }
  state = 'open'
  modals.openConfirmModal({
    title,
    children: message,
    labels: { confirm: 'Ok', cancel: 'Cancel' },
    confirmProps: { 'data-autofocus': true, 'data-answer': true },
    onConfirm: () => answer(true),
    // Also called after a confirm; a promise keeps its first answer.
    onClose: () => answer(false),
  })
  return promise
}
