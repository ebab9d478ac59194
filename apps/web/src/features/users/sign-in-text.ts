import type { SignInState, UserListItem } from '@vitrine/contract'
import { formatDate } from '../../ui/text/format.ts'

export const formatLastSignIn = ({ last }: SignInState): string =>
  last ? formatDate(last) : 'Not yet signed in'

export const formatSecondStep = ({ secondStep }: SignInState): string => (secondStep ? 'On' : 'Off')

/** Formats last sign-in and second step in one line; undefined if the reader may not see them. */
export function formatSignIn({
  email,
  signIn,
}: Pick<UserListItem, 'email' | 'signIn'>): string | undefined {
  if (!signIn) return undefined
  if (email === '') return 'Can’t sign in without an e-mail address'

  const lastText = signIn.last ? `Last sign-in ${formatDate(signIn.last)}` : 'Not yet signed in'
  return `${lastText} · Second step ${formatSecondStep(signIn).toLowerCase()}`
}
