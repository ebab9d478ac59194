import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { session } from '../../session/session.ts'
import { useSession } from '../../session/use-session.ts'
import { BareFrame } from '../shell/bare-frame.tsx'
import { Shell } from '../shell/shell.tsx'

export const Route = createFileRoute('/_shell')({
  beforeLoad: ({ location, matches }) => {
    // An unknown address is no secret: whoever is not signed in sees 'not found' as well.
    if (session.current() !== null || matches.at(-1)?.routeId === '/_shell/$') return
    throw redirect({
      to: '/login',
      search: location.pathname === '/' ? {} : { returnUrl: location.href },
      replace: true,
    })
  },
  component: ShellRoute,
})

function ShellRoute() {
  const info = useSession()
  // Without a session this is an unknown address, or the moment before the guard leads away.
  return info === null ? (
    <BareFrame>
      <Outlet />
    </BareFrame>
  ) : (
    <Shell key={info.token} />
  )
}
