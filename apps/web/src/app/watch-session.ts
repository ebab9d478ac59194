import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { personOf, session } from '../session/session.ts'
import { hasUnsaved } from '../ui/forms/unsaved-forms.ts'

let isHeld = false

/** Whether the screen stays for the sake of what was typed into it, though the session has ended. */
export const screenIsHeld = (): boolean => isHeld

/**
 * Whoever signs in, out or over, here or in another tab: old answers are forgotten and the guard looks again. But a
 * session that ends while somebody types takes nothing away: the same person signs in elsewhere and goes on.
 */
export function watchSession(router: AnyRouter, queryClient: QueryClient): void {
  let last = personOf(session.current())
  session.subscribe(() => {
    const person = personOf(session.current())
    isHeld = person === null && hasUnsaved()
    if (isHeld) return
    if (person === null || person !== last) queryClient.removeQueries()
    last = person
    void router.invalidate()
  })
}
