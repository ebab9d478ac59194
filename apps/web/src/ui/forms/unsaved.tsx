import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { askToConfirm } from '../feedback/dialogs.ts'
import { hasUnsavedForms, listUnsavedForms, mountedForms } from './unsaved-forms.ts'

// A filter or a sort in the address is not a leave.
const shouldBlockFn: ShouldBlockFn = async ({ current, next }) =>
  current.pathname !== next.pathname && !(await confirmLeave())

/** Asks once before the page is left, however many of the forms inside hold something unsaved. */
export function UnsavedGuard({ children }: { readonly children: ReactNode }) {
  useBlocker({ shouldBlockFn, enableBeforeUnload: hasUnsavedForms })
  return children
}

/** Tells the guard around it whether this form holds something unsaved, and how to forget it. */
export function useUnsavedChanges(
  hasEdits: () => boolean,
  discard = () => {},
  isFoundAgain = false,
): void {
  const isUnsaved = useEffectEvent(hasEdits)
  const forget = useEffectEvent(discard)
  useEffect(() => {
    const form = { hasEdits: () => isUnsaved(), discard: () => forget(), isFoundAgain }
    mountedForms.add(form)
    return () => void mountedForms.delete(form)
  }, [isFoundAgain])
}

/** For ways out that no address tells of: true when nothing would be lost, or when that is all right. */
export async function confirmLeave(): Promise<boolean> {
  const unsaved = listUnsavedForms()
  if (unsaved.length === 0) return true
  const yes = await confirmDiscard()
  if (yes) for (const { discard } of unsaved) discard()
  return yes
}

export const confirmDiscard = (message = 'Your changes are not saved.'): Promise<boolean> =>
  askToConfirm({
    title: 'Unsaved changes',
    message,
    loss: { accept: 'Discard', avoid: 'Keep editing' },
  })
