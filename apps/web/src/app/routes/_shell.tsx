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
    // An unknown address is no secret: whoever is not signed in sees 'not found' as well.
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
      // Another person gets a shell of their own: nothing that was open or half typed is handed on.
      <SignedInProvider key={personOf(info)} value={info}>
        <Shell />
      </SignedInProvider>
    )
  }
  // Without a session a known screen lasts for the moment until the guard leads away.
  return isUnknown ? (
    <BareFrame>
      <Outlet />
    </BareFrame>
  ) : null
}
