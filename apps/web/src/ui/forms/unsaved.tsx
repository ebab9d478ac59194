import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { askToConfirm } from '../feedback/dialogs.ts'
import { hasUnsavedForms, listUnsavedForms, mountedForms } from './unsaved-forms.ts'

// A change of the address's search parameters does not leave the page.
const shouldBlockFn: ShouldBlockFn = async ({ current, next }) =>
  current.pathname !== next.pathname && !(await confirmLeave())

/** Asks once before the user leaves a page with unsaved edits, whatever the number of forms. */
export function UnsavedGuard({ children }: { readonly children: ReactNode }) {
  useBlocker({ shouldBlockFn, enableBeforeUnload: hasUnsavedForms })
  return children
}

/** Registers a form with the guard: whether it has unsaved edits, and how to discard its draft. */
export function useRegisterUnsavedForm(
  hasEdits: () => boolean,
  discard = () => {},
  keepsDraft = false,
): void {
  const onCheck = useEffectEvent(hasEdits)
  const onDiscard = useEffectEvent(discard)
  useEffect(() => {
    const form = { hasEdits: () => onCheck(), discard: () => onDiscard(), keepsDraft }
    mountedForms.add(form)
    return () => void mountedForms.delete(form)
  }, [keepsDraft])
}

/** Asks before edits would be lost; true if there are none or the user agrees to discard them. */
export async function confirmLeave(): Promise<boolean> {
  const unsaved = listUnsavedForms()
  if (unsaved.length === 0) return true

  const mayDiscard = await confirmDiscard()
  if (mayDiscard) for (const { discard } of unsaved) discard()
  return mayDiscard
}

export const confirmDiscard = (message = 'Your changes are not saved.'): Promise<boolean> =>
  askToConfirm({
    title: 'Unsaved changes',
    message,
    lossLabels: { confirm: 'Discard', cancel: 'Keep editing' },
  })
