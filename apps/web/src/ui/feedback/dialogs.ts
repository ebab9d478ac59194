import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

/** Whether dialogs that ask, and toasts, can be shown; false where their code could not be loaded. */
export const overlaysReady = Promise.withResolvers<boolean>()

interface Question {
  readonly title: string
  readonly message: ReactNode
  /** Where 'Ok' would lose something: what it does instead, and the safe answer, which then has the focus. */
  readonly loss?: { readonly accept: string; readonly avoid: string }
}

let state: 'none' | 'open' | 'answered' = 'none'

const isThere = (selector: string): boolean => document.querySelector(selector) !== null

/** Whether a question or the palette covers a dialog: the Escape meant for it must not close that one as well. */
export const isDialogCovered = (): boolean =>
  state === 'answered' ||
  // It may have gone with the whole shell.
  (state === 'open' && isThere('[data-answer]')) ||
  isThere('[data-palette] .mantine-Modal-content')

/** The confirm dialog. Only Ok means yes: Cancel, the cross and Escape all mean no. */
export async function askToConfirm({ title, message, loss }: Question): Promise<boolean> {
  if (!(await overlaysReady.promise)) return false
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
    labels: { confirm: loss?.accept ?? 'Ok', cancel: loss?.avoid ?? 'Cancel' },
    confirmProps: {
      'data-autofocus': !loss || undefined,
      'data-answer': true,
      ...(loss && { variant: 'default' }),
    },
    ...(loss && { cancelProps: { 'data-autofocus': true, variant: 'filled' } }),
    onConfirm: () => answer(true),
    // Also called after a confirm; a promise keeps its first answer.
    onClose: () => answer(false),
  })
  return promise
}

// Mantine returns the focus ten milliseconds after a dialog has closed.
const delayMs = 50

/** Without animations a dialog is closed at once; unmounted at once as well, it would never return the focus. */
export const afterFocusReturns = (onClosed: () => void) => () => {
  setTimeout(onClosed, delayMs)
}

/** Handles a press of a button by asking first. */
export const withConfirmation =
  (question: Question, act: () => void) => async (): Promise<void> => {
    if (await askToConfirm(question)) act()
  }
