import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { personKey, session } from '../session/session.ts'
import { hasEditedForms } from '../ui/forms/unsaved-forms.ts'
import { deleteOtherUsersStocktakes } from './delete-stocktakes.ts'

let isHeld = false

/** Whether the screen stays open because of unsaved text, although the session has ended. */
export const isScreenHeldOpen = (): boolean => isHeld

/**
 * When the session changes, here or in another tab, cached answers are cleared and the guard runs again. But a
 * session that ends with unsaved text on the screen keeps the screen, so that the same user can sign in and go on.
 */
export function watchSession(router: AnyRouter, queryClient: QueryClient): void {
  let last = personKey(session.current())
  forgetOthers()
  session.subscribe(() => {
    const person = personKey(session.current())
    forgetOthers()
    isHeld = person === null && hasEditedForms()
    if (isHeld) return
    if (person === null || person !== last) queryClient.removeQueries()
    last = person
    void router.invalidate()
  })
}

// What fails is tried again when the session changes and when the app is opened.
const forgetOthers = () =>
  void deleteOtherUsersStocktakes(session.current()?.user.email ?? '').catch(() => {})
