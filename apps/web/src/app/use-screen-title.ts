import { useRouterState } from '@tanstack/react-router'
import { admits, productName } from '@vitrine/contract'
import { useEffect } from 'react'
import { useSession } from '../session/use-session.ts'
import { screenOfRoute } from './screen-of-route.ts'

/** Names the browser's tab after the screen that is shown. */
export function useScreenTitle(): void {
  const fullPath = useRouterState({ select: (state) => state.matches.at(-1)?.fullPath ?? '' })
  const role = useSession()?.user.role ?? null
  const screen = screenOfRoute(fullPath)
  const title = screen === null ? 'Not found' : admits(screen.access, role) ? screen.title : 'Not allowed'

  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])
}
