import type { SignInState, UserListItem } from '@vitrine/contract'
import { formatDate } from '../../ui/text/format.ts'

export const lastSignIn = ({ last }: SignInState): string =>
  last ? formatDate(last) : 'Not yet signed in'

export const secondStepText = ({ secondStep }: SignInState): string => (secondStep ? 'On' : 'Off')

/**
 * Both in one line; nothing of users whom the reader may not manage, or who have no address to sign
 * in with.
 */
export function signInText({
  email,
  signIn,
}: Pick<UserListItem, 'email' | 'signIn'>): string | undefined {
  if (!signIn) return undefined
  if (email === '') return 'Can’t sign in without an e-mail address'
  const last = signIn.last ? `Last sign-in ${formatDate(signIn.last)}` : 'Not yet signed in'
  return `${last} · Second step ${secondStepText(signIn).toLowerCase()}`
}
