import type { SignInInfo } from '@vitrine/contract'
import { useSyncExternalStore } from 'react'
import { session } from './session.ts'

export const useSession = (): SignInInfo | null => useSyncExternalStore(session.subscribe, session.current)

/** For what stands inside the shell, where the guard has made sure of a session. */
export function useSignedIn(): SignInInfo {
  const info = useSession()
  if (info === null) throw new Error('This needs a signed-in user.')
  return info
}
