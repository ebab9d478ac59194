import type { SignInInfo } from '@vitrine/contract'
import { createContext, use, useSyncExternalStore } from 'react'
import { session } from './session.ts'

export const useSession = (): SignInInfo | null =>
  useSyncExternalStore(session.subscribe, session.current)

const SignedIn = createContext<SignInInfo | null>(null)

/** Passes the session to screens, which keep it until they unmount, even if it ends earlier. */
export const SignedInProvider = SignedIn.Provider

/** The session, for screens inside the shell, where there always is one. */
export function useSignedIn(): SignInInfo {
  const info = use(SignedIn)
  if (info === null) throw new Error('useSignedIn was called outside the signed-in shell.')
  return info
}
