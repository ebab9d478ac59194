import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { call } from '../client/call.ts'
import { session } from '../session/session.ts'
import { forgetStocktake, unsentFacts } from '../session/stocktake-storage.ts'
import { discardDrafts, hasDrafts } from '../ui/forms/drafts.ts'
import { askToDiscard } from '../ui/forms/unsaved.tsx'
import { hasUnsaved } from '../ui/forms/unsaved-forms.ts'

const timeoutMs = 5_000

const lossOf = (unsent: number) => `Scans of a stocktake that are not yet sent are lost when you log out: ${unsent}.`

/** Ends the session here whatever the server says, unless something typed would be lost, and leads to the login page. */
export function useLogout(): () => Promise<void> {
  const router = useRouter()
  return useCallback(async () => {
    const owner = session.current()?.user.email ?? ''
    const isTyped = hasUnsaved() || hasDrafts(owner)
    if (isTyped && !(await askToDiscard('What you typed and did not save is lost when you log out.'))) return
    const unsent = unsentFacts.read(owner)
    if (unsent > 0 && !(await askToDiscard(lossOf(unsent)))) return
    discardDrafts(owner)
    await call('POST /auth/logout', undefined, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
    await forgetStocktake(owner).catch(() => undefined)
    // Navigate before ending the session, or the guard would add this page as returnUrl.
    // The scan screen is left by a page load, after which nothing runs here any more.
    const end = () => session.end()
    window.addEventListener('pagehide', end)
    await router.navigate({ to: '/login', ignoreBlocker: true })
    window.removeEventListener('pagehide', end)
    end()
  }, [router])
}
