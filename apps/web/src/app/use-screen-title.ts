import { useRouterState } from '@tanstack/react-router'
import { isRoleAllowed, productName } from '@vitrine/contract'
import { useEffect } from 'react'
import { useSession } from '../session/use-session.ts'
import { useCurrentSubject } from '../ui/layout/screen-subject.ts'
import { findScreenOfRoute } from './screen-of-route.ts'

/** Sets the document title to what the screen shows, such as an item, or to the screen's title. */
export function useScreenTitle(): void {
  const fullPath = useRouterState({ select: (state) => state.matches.at(-1)?.fullPath ?? '' })
  const role = useSession()?.user.role ?? null
  const screen = findScreenOfRoute(fullPath)
  const subject = useCurrentSubject()
  const isRefused = screen !== null && role !== null && !isRoleAllowed(screen.access, role)
  const screenTitle = isRefused ? 'Not allowed' : (subject ?? screen?.title)
  const title = screen === null ? 'Not found' : screenTitle

  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])
}
