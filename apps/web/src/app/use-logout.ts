import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { call } from '../client/call.ts'
import { session } from '../session/session.ts'
import { unsentCount } from '../session/stocktake-storage.ts'
import { askToConfirm } from '../ui/feedback/dialogs.ts'
import { discardDrafts, hasDrafts } from '../ui/forms/drafts.ts'
import { confirmDiscard } from '../ui/forms/unsaved.tsx'
import { hasUnsavedForms } from '../ui/forms/unsaved-forms.ts'
import { deleteOtherUsersStocktakes } from './delete-stocktakes.ts'

const timeoutMs = 5_000

const confirmUnsent = (count: number): Promise<boolean> =>
  askToConfirm({
    title: 'Some scans are not sent yet',
    message: `Scans and photos of a stocktake that are not yet sent: ${count}. They stay on this device, and are sent when you log in here again and open the stocktake.`,
    lossLabels: { confirm: 'Log out', cancel: 'Stay' },
  })

/**
 * Logs out and opens the login page, even if the server does not answer. Asks first if unsaved
 * edits would be lost or scans are not sent yet.
 */
export function useLogout(): () => Promise<void> {
  const router = useRouter()
  return useCallback(async () => {
    const owner = session.current()?.user.email ?? ''
    const hasEdits = hasUnsavedForms() || hasDrafts(owner)
    const warning = 'Unsaved text is lost when you log out.'
    if (hasEdits && !(await confirmDiscard(warning))) return

    const scanCount = unsentCount.read(owner)
    if (scanCount > 0 && !(await confirmUnsent(scanCount))) return

    discardDrafts(owner)
    await call('POST /auth/logout', undefined, { signal: AbortSignal.timeout(timeoutMs) }).catch(
      () => undefined,
    )
    await deleteOtherUsersStocktakes('').catch(() => undefined)

    // Navigates before ending the session, or the guard would add this page as returnUrl. Leaving
    // the scan screen reloads the page, so there the session ends on `pagehide`.
    const endSession = () => session.end()
    window.addEventListener('pagehide', endSession)
    await router.navigate({ to: '/login', ignoreBlocker: true })
    window.removeEventListener('pagehide', endSession)
    endSession()
  }, [router])
}
