import { createFileRoute, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { personOf, session } from '../../session/session.ts'
import { SignedInProvider, useSession } from '../../session/use-session.ts'
import { BareFrame } from '../shell/bare-frame.tsx'
import { Shell } from '../shell/shell.tsx'
import { screenIsHeld } from '../watch-session.ts'

const unknownAddress = '/_shell/$'

export const Route = createFileRoute('/_shell')({
  beforeLoad: ({ location, matches }) => {
    // An unknown address is no secret: without a session it is 'not found' as well.
    if (session.current() !== null || matches.at(-1)?.routeId === unknownAddress) return
    throw redirect({
      to: '/login',
      search: location.pathname === '/' ? {} : { returnUrl: location.href },
      replace: true,
    })
  },
  component: ShellRoute,
})

function ShellRoute() {
  const current = useSession()
  const [last, setLast] = useState(current)
  if (current !== null && current !== last) setLast(current)
  const info = current ?? (screenIsHeld() ? last : null)
  const isUnknown = useRouterState({ select: (state) => state.matches.at(-1)?.routeId === unknownAddress })
  if (info !== null) {
    return (
      // Keyed by person: the next user must not inherit open dialogs or unsaved text.
      <SignedInProvider key={personOf(info)} value={info}>
        <Shell />
      </SignedInProvider>
    )
  }
  // Without a session a known screen renders only until the guard redirects.
  return isUnknown ? (
    <BareFrame>
      <Outlet />
    </BareFrame>
  ) : null
}
