import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { session, toUserKey } from '../session/session.ts'
import { hasEditedForms } from '../ui/forms/unsaved-forms.ts'
import { deleteOtherUsersStocktakes } from './delete-stocktakes.ts'

let isHeldOpen = false

/** Whether the screen stays open because of unsaved text, although the session has ended. */
export const isScreenHeldOpen = (): boolean => isHeldOpen

/**
 * When the session changes, here or in another tab, clears cached answers and runs the router's
 * guard again. If it ends with unsaved text on the screen, the screen stays open instead, so that
 * the same user can sign in again and save.
 */
export function watchSession(router: AnyRouter, queryClient: QueryClient): void {
  let lastUserKey = toUserKey(session.current())
  deleteOthersData()

  session.subscribe(() => {
    const userKey = toUserKey(session.current())
    deleteOthersData()
    isHeldOpen = userKey === null && hasEditedForms()
    if (isHeldOpen) return

    if (userKey === null || userKey !== lastUserKey) queryClient.removeQueries()
    lastUserKey = userKey
    void router.invalidate()
  })
}

// A failure is ignored: it runs again at the next change of the session or start of the app.
const deleteOthersData = () =>
  void deleteOtherUsersStocktakes(session.current()?.user.email ?? '').catch(() => {})
