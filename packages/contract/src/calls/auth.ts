import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { minPasswordLength, passwordTooShortMessage } from '../passwords.ts'
import { anyone, managers, Role, signedIn } from '../roles.ts'
import { Id, IdParams, line } from '../text.ts'

/** Answer to a sign-in. The browser stores it unchanged under `signInStorageKey`. */
export const SignInInfo = z.object({
  token: z.string(),
  user: z.object({ email: z.string(), role: Role }),
})
export type SignInInfo = z.infer<typeof SignInInfo>

// The maximum length limits the cost of hashing.
export const NewPassword = z
  .string()
  .min(minPasswordLength, passwordTooShortMessage)
  .max(200, 'Please use at most 200 characters.')

const typedEmail = line(320)
const LinkToken = z.string().min(1).max(200)

export const linkPurposes = ['first', 'reset'] as const
export const linkStates = ['valid', 'used', 'expired', 'unknown'] as const
export type LinkPurpose = (typeof linkPurposes)[number]
export type LinkState = (typeof linkStates)[number]

export const OpenSession = z.object({
  id: z.number().int(),
  startedAt: z.string(),
  /** Time of the last use, accurate to an hour, because it is stored once an hour. */
  usedAt: z.string(),
  /** Such as 'Firefox on Windows'; empty if unknown. */
  browser: z.string(),
  /** Whether this is the caller's session. */
  current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

export const auth = {
  signIn: {
    method: 'POST',
    path: '/auth/',
    access: anyone,
    summary: 'Sign in with e-mail and password',
    body: z.strictObject({ email: typedEmail, password: z.string().max(1000) }),
    ok: SignInInfo,
  },
  signOut: {
    method: 'POST',
    path: '/auth/logout',
    access: signedIn,
    summary: 'End the session that makes this call',
    ok: Done,
  },
  requestReset: {
    method: 'POST',
    path: '/auth/request-reset',
    access: anyone,
    summary: 'Ask for a link to set a new password',
    body: z.strictObject({ email: typedEmail.min(1, 'Please enter your e-mail address.') }),
    ok: Done,
  },
  checkLink: {
    method: 'POST',
    path: '/auth/check-link',
    access: anyone,
    summary: 'Check whether a password link is still valid, and for whom',
    body: z.strictObject({ token: LinkToken }),
    ok: z.discriminatedUnion('state', [
      z.object({ state: z.literal('valid'), email: z.string() }),
      z.object({ state: z.enum(linkStates).exclude(['valid']) }),
    ]),
  },
  setPassword: {
    method: 'POST',
    path: '/auth/set-password',
    access: anyone,
    summary: 'Set a password with the token of a password link',
    body: z.strictObject({ token: LinkToken, password: NewPassword }),
    ok: Done,
  },
  changePassword: {
    method: 'POST',
    path: '/user/change',
    access: signedIn,
    summary: 'Change the caller’s password and end their other sessions',
    body: z.strictObject({ password: NewPassword }),
    ok: Done,
  },
  sessions: {
    method: 'GET',
    path: '/user/sessions',
    access: signedIn,
    summary: 'The caller’s sessions, most recently used first',
    ok: z.array(OpenSession),
  },
  endSession: {
    method: 'DELETE',
    path: '/user/sessions/:id',
    access: signedIn,
    summary: 'End one of the caller’s sessions',
    params: IdParams,
    ok: Done,
  },
  endOtherSessions: {
    method: 'POST',
    path: '/user/sessions/end-others',
    access: signedIn,
    summary: 'End all of the caller’s sessions except the one that makes this call',
    ok: z.object({ ended: z.number().int() }),
  },
  sendPasswordLink: {
    method: 'POST',
    path: '/admin/users/send-password-link',
    access: managers,
    summary: 'E-mail a link to set a first password; earlier links stop working',
    body: z.strictObject({ userId: Id }),
    ok: Done,
  },
} as const satisfies Record<string, Call>
