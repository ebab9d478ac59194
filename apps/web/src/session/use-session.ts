import type { SignInInfo } from '@vitrine/contract'
import { createContext, use, useSyncExternalStore } from 'react'
import { session } from './session.ts'

export const useSession = (): SignInInfo | null =>
  useSyncExternalStore(session.subscribe, session.current)

const SignedIn = createContext<SignInInfo | null>(null)

/** Hands the session to the screens inside, which keep it until they are gone, also when it ends before. */
export const SignedInProvider = SignedIn.Provider

/** For screens inside the shell, where there always is a session. */
export function useSignedIn(): SignInInfo {
  const info = use(SignedIn)
  if (info === null) throw new Error('useSignedIn was called outside the signed-in shell.')
  return info
}
