import { isRoleAllowed, type ScreenPath, screens } from '@vitrine/contract'
import { useSignedIn } from './use-session.ts'

/** Returns a function that tells whether the user's role may open a screen. */
export function useMayOpen(): (screen: ScreenPath) => boolean {
  const { role } = useSignedIn().user
  return (screen) => isRoleAllowed(screens[screen].access, role)
}
