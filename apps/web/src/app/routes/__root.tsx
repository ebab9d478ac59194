import { createRootRoute, Outlet } from '@tanstack/react-router'
import { useScreenTitle } from '../use-screen-title.ts'

export const Route = createRootRoute({ component: Root })

function Root() {
  useScreenTitle()
  return <Outlet />
}
