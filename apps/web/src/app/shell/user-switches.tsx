import { deferred } from '../../ui/layout/deferred.tsx'

// Few open the menu, and fewer for these.
export const UserSwitchItems = deferred(async () => (await import('./user-switch-entries.tsx')).UserSwitchItems)
export const UserSwitchButtons = deferred(async () => (await import('./user-switch-entries.tsx')).UserSwitchButtons)
