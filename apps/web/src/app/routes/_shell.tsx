import { Outlet, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { toUserKey } from '../../session/session.ts'
import { SignedInProvider, useSession } from '../../session/use-session.ts'
import { BareFrame, Shell } from '../shell/shell.tsx'
import { isScreenHeldOpen } from '../watch-session.ts'

export function Screen() {
  const session = useSession()
  const [lastSession, setLastSession] = useState(session)
  if (session !== null && session !== lastSession) setLastSession(session)
  const shownSession = session ?? (isScreenHeldOpen() ? lastSession : null)
  const isUnknownPath = useRouterState({
    select: (state) => state.matches.at(-1)?.routeId === '/_shell/$',
  })

  if (shownSession !== null) {
    return (
      // Keyed by user: the next one must not inherit open dialogs or unsaved text.
      <SignedInProvider key={toUserKey(shownSession)} value={shownSession}>
        <Shell />
      </SignedInProvider>
    )
  }

  // Without a session a known screen renders only until the guard redirects.
  return isUnknownPath ? (
    <BareFrame>
      <Outlet />
    </BareFrame>
  ) : null
}
