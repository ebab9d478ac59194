import type { SignInInfo } from '@vitrine/contract'
import { type Clock, instant } from '../../../base/clock.ts'
import type { Db } from '../../../db/tables.ts'
import { recordAudit } from '../../audit/index.ts'
import { toPerson, type UserRow, userStore } from '../../users/index.ts'
import { newSecret } from '../secrets.ts'
import { browserName } from '../sign-in/browser-name.ts'
import type { KnownBrowsers } from '../sign-in/known-browsers.ts'
import { sessionStore } from './session-store.ts'

/** Where a sign-in comes from. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
  /** The known-browser cookie, if there is one. */
  readonly browserToken: string | undefined
}

export interface SignedIn {
  readonly info: SignInInfo
  /** Set as the known-browser cookie. */
  readonly browserToken: string
}

interface SignInContext {
  readonly clock: Clock
  readonly browsers: KnownBrowsers
  readonly origin: Origin
  /** The method of the last step. */
  readonly method: string
}

/** Starts a session with a new token, never one sent by the caller (session fixation). */
export async function startSession(tx: Db, user: UserRow, context: SignInContext): Promise<SignedIn> {
  const { clock, browsers, origin, method } = context
  const { secret, hash } = newSecret()
  const browser = browserName(origin.userAgent)
  const at = instant(clock)
  await sessionStore(tx).add({ tokenHash: hash, userId: user.id, epoch: user.session_epoch, browser, at })
  await userStore(tx).setSignedIn(user.id, at)
  await recordAudit(tx, clock, {
    kind: 'signed-in',
    by: toPerson(user),
    address: origin.address,
    details: { browser, method },
  })
  return {
    info: { token: secret, user: { email: user.email, role: user.role } },
    browserToken: await browsers.remember(tx, user.id, origin.browserToken),
  }
}
