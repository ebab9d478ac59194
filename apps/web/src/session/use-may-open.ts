import { admits, type ScreenPath, screens } from '@vitrine/contract'
import { useSignedIn } from './use-session.ts'

/** Says which screens the user's role may open. */
export function useMayOpen(): (screen: ScreenPath) => boolean {
  const { role } = useSignedIn().user
  return (screen) => admits(screens[screen].access, role)
}
