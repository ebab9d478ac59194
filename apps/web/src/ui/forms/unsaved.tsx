import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { askToConfirm } from '../feedback/dialogs.ts'
import { addForm, hasUnsaved } from './unsaved-forms.ts'

// A filter or a sort in the address is not a leave.
const shouldBlockFn: ShouldBlockFn = async ({ current, next }) =>
  current.pathname !== next.pathname && !(await mayLeave())

/** Asks once before the page is left, however many of the forms inside hold something unsaved. */
export function UnsavedGuard({ children }: { readonly children: ReactNode }) {
  useBlocker({ shouldBlockFn, enableBeforeUnload: hasUnsaved })
  return children
}

/** Tells the guard around it whether this form holds something unsaved. */
export function useUnsaved(hasEdits: () => boolean): void {
  const isUnsaved = useEffectEvent(hasEdits)
  useEffect(() => addForm(() => isUnsaved()), [])
}

/** For ways out that no address tells of: true when nothing would be lost, or when that is all right. */
export const mayLeave = async (): Promise<boolean> => !hasUnsaved() || askToDiscard()

export const askToDiscard = (): Promise<boolean> =>
  askToConfirm({
    title: 'Unsaved changes',
    message: 'Your changes are not saved.',
    loss: { accept: 'Discard', avoid: 'Keep editing' },
  })
