import { lazy, Suspense } from 'react'

// Few open the menu, and fewer for these.
const Items = lazy(async () => ({ default: (await import('./user-switch-entries.tsx')).UserSwitchItems }))
const Buttons = lazy(async () => ({ default: (await import('./user-switch-entries.tsx')).UserSwitchButtons }))

export const UserSwitchItems = () => (
  <Suspense>
    <Items />
  </Suspense>
)

export const UserSwitchButtons = () => (
  <Suspense>
    <Buttons />
  </Suspense>
)
