import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'

/** Resolves to true once dialogs and toasts can be shown, to false if their code failed to load. */
export const overlaysReady = Promise.withResolvers<boolean>()

interface ConfirmQuestion {
  readonly title: string
  readonly message: ReactNode
  /** Button labels if confirming would lose something; the safe answer then has the focus. */
  readonly lossLabels?: { readonly confirm: string; readonly cancel: string }
}

/** 'answered' only until the event of the answer has reached all its handlers. */
let questionState: 'none' | 'open' | 'answered' = 'none'

const exists = (selector: string): boolean => document.querySelector(selector) !== null

/** Whether a question or the palette is open above a dialog, so that Escape must not close both. */
export const isDialogCovered = (): boolean =>
  questionState === 'answered' ||
  // The question may have been unmounted with the whole shell.
  (questionState === 'open' && exists('[data-answer]')) ||
  exists('[data-palette] .mantine-Modal-content')

/** Opens the confirm dialog. Only Ok means yes: Cancel, the cross and Escape all mean no. */
export async function askToConfirm({
  title,
  message,
  lossLabels,
}: ConfirmQuestion): Promise<boolean> {
  if (!(await overlaysReady.promise)) return false

  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isConfirmed: boolean) => {
    resolve(isConfirmed)
    questionState = 'answered'
    // Deferred: other handlers have yet to receive the same key event.
    setTimeout(() => {
      if (questionState === 'answered') questionState = 'none'
    })
  }

  questionState = 'open'
  modals.openConfirmModal({
    title,
    children: message,
    labels: lossLabels ?? { confirm: 'Ok', cancel: 'Cancel' },
    confirmProps: {
      'data-answer': true,
      'data-autofocus': !lossLabels || undefined,
      variant: lossLabels ? 'default' : 'filled',
    },
    cancelProps: {
      'data-autofocus': lossLabels !== undefined || undefined,
      variant: lossLabels ? 'filled' : 'default',
    },
    onConfirm: () => answer(true),
    // Also called after a confirm, but a promise keeps its first result.
    onClose: () => answer(false),
  })
  return promise
}

// Mantine returns the focus ten milliseconds after a dialog has closed.
const unmountDelayMs = 50

/** Delays unmounting a closed dialog: without animations it would never return the focus. */
export const deferUntilFocusReturns = (onClosed: () => void) => () => {
  setTimeout(onClosed, unmountDelayMs)
}

/** Returns an event handler that acts only after a confirmation. */
export const withConfirmation =
  (question: ConfirmQuestion, act: () => void) => async (): Promise<void> => {
    if (await askToConfirm(question)) act()
  }
