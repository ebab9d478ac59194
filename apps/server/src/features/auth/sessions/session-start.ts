import type { SignInInfo } from '@vitrine/contract'
import { type Clock, instant } from '../../../base/clock.ts'
import type { Db } from '../../../db/tables.ts'
import { recordAudit } from '../../audit/index.ts'
import { toPerson, type UserRow } from '../../users/index.ts'
import { newSecret } from '../secrets.ts'
import { browserName } from '../sign-in/browser-name.ts'
import type { KnownBrowsers } from '../sign-in/known-browsers.ts'
import { sessionStore } from './session-store.ts'

/** Where a sign-in comes from. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
  /** What a browser that signed in before brings along. */
  readonly browserToken: string | undefined
}

export interface SignedIn {
  readonly info: SignInInfo
  /** For the browser to keep, so that it is known next time. */
  readonly browserToken: string
}

interface Occasion {
  readonly clock: Clock
  readonly browsers: KnownBrowsers
  readonly origin: Origin
  /** What the last step was made with. */
  readonly method: string
}

/** A new session with a new token: whatever the caller brought along plays no part in it. */
export async function startSession(tx: Db, user: UserRow, occasion: Occasion): Promise<SignedIn> {
  const { clock, browsers, origin, method } = occasion
  const { secret, hash } = newSecret()
  const browser = browserName(origin.userAgent)
  const at = instant(clock)
  await sessionStore(tx).add({ tokenHash: hash, userId: user.id, epoch: user.session_epoch, browser, at })
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
