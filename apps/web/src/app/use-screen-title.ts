import { useRouterState } from '@tanstack/react-router'
import { isRoleAllowed, productName, type Role, type Screen } from '@vitrine/contract'
import { useEffect } from 'react'
import { useSession } from '../session/use-session.ts'
import { useCurrentSubject } from '../ui/layout/screen-subject.ts'
import { findScreenOfRoute } from './screen-of-route.ts'

/** Sets the document title to what the screen shows, such as an item, or to the screen's title. */
export function useScreenTitle(): void {
  const fullPath = useRouterState({ select: (state) => state.matches.at(-1)?.fullPath ?? '' })
  const role = useSession()?.user.role ?? null
  const subject = useCurrentSubject()
  const title = getTitle(findScreenOfRoute(fullPath), role, subject)

  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])
}

function getTitle(screen: Screen | null, role: Role | null, subject: string | null): string {
  if (screen === null) return 'Not found'
  if (role !== null && !isRoleAllowed(screen.access, role)) return 'Not allowed'
  return subject ?? screen.title
}
